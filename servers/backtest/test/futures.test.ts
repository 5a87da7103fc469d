/** Futures with their rolls, and fees by tiers: from the library, over HTTP and in a terminal. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { backtestPortfolio, type PortfolioOptions } from "@bourse/backtest-engine";
import type { Candles } from "@bourse/backtest-engine/data";
import { sweep, walkForward } from "@bourse/backtest-engine/research";
import type { JobTrade } from "@bourse/contract/backtest";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import { describe, expect, test } from "vitest";

import { runBacktest } from "../../../packages/cli/test/support/run-words.ts";
import { sharedTestServer } from "./support/running-server.ts";

const server = sharedTestServer({ SIMULATED_SEED: "7" });

const RANGE = { start_time: "2026-01-01T00:00:00.000Z", end_time: "2026-02-01T00:00:00.000Z" };
const SYMBOLS = ["BTCUSDT", "ETHUSDT"];
const ROLLS = [Date.UTC(2026, 0, 12), Date.UTC(2026, 0, 20, 6, 30)];
const TIERS = [
  { volume: 50_000, maker: 0, taker: 0.0004 },
  { volume: 200_000, maker: 0, taker: 0.0002 },
];
const TERMS = { multiplier: 0.001, tick: 0.5, currency: "USDT", margin: 5 };
const CROSS = { strategy: "ma_crossover", parameters: { fast_period: 5, slow_period: 20 } };

async function candlesOf(symbol: string): Promise<Candles> {
  const provider = createSimulatedProvider({ seed: 7 });
  const [startTime, endTime] = [Date.parse(RANGE.start_time), Date.parse(RANGE.end_time)];
  const range = { startTime, endTime, limit: 10_000, interval: "60" } as const;
  return (await provider.candles({ symbol, ...range })).candles;
}

async function library(options: PortfolioOptions) {
  const read = SYMBOLS.map(async (symbol) => [symbol, await candlesOf(symbol)] as const);
  const markets = Object.fromEntries(await Promise.all(read));
  return backtestPortfolio(markets, { interval: "60", ...options });
}

async function ended(path: string, body: object) {
  const answer = await server().post(path, { interval: "60", ...RANGE, ...CROSS, ...body });
  expect(answer.body).toHaveProperty("job_id");
  const { job_id: uuid } = answer.body as { readonly job_id: string };
  const job = await server().ended(uuid);
  expect(job.error).toBeNull();
  return { uuid, result: job.result };
}

describe("a portfolio of a future and a share", () => {
  const own = {
    contract: { BTCUSDT: TERMS },
    rolls: { BTCUSDT: ROLLS },
    feeTiers: TIERS,
    initialCapital: 20_000,
  };

  test("is the same in the library, over HTTP by any spelling of the symbol, and in a terminal", async () => {
    const expected = await library({ ...CROSS, ...own });
    const rolled = expected.actions!.filter(({ kind }) => kind === "roll");
    expect(rolled.length).toBeGreaterThan(0);
    const { uuid, result } = await ended("/api/backtests", {
      symbols: SYMBOLS,
      contract: { "btc/usdt": TERMS },
      rolls: { btcusdt: ROLLS },
      fee_tiers: TIERS,
      initial_capital: 20_000,
    });
    const figures = {
      final_capital: expected.finalCapital,
      fees_paid: expected.feesPaid,
      currency: "USDT",
      actions: expected.actions!.map((one) => ({
        ...one,
        time: new Date(one.time).toISOString(),
      })),
    };
    expect(result).toMatchObject(figures);
    const trades = (await server().get(`/api/jobs/${uuid}/trades`)).body as readonly JobTrade[];
    const bySymbol = trades.filter(({ symbol }) => symbol === "BTCUSDT");
    expect(bySymbol.filter(({ exit_reason: reason }) => reason === "roll")).toHaveLength(
      rolled.length,
    );
    for (const { quantity, entry_price: price } of bySymbol) {
      expect([Number.isInteger(quantity), (2 * price) % 1]).toEqual([true, 0]);
    }

    const file = join(server().folder, "rolls.csv");
    await writeFile(file, "symbol,date\nBTC/USDT,2026-01-12\nBTC/USDT,2026-01-20T06:30Z\n");
    const lines: string[] = [];
    const code = await runBacktest(
      [
        "run",
        `--symbols=${SYMBOLS.join(",")}`,
        "--interval=1h",
        `--from=${RANGE.start_time}`,
        `--to=${RANGE.end_time}`,
        "--strategy=ma_crossover",
        "--set=fast_period=5",
        "--set=slow_period=20",
        `--contract=${JSON.stringify({ "BTC/USDT": TERMS })}`,
        `--rolls-csv=${file}`,
        `--fee-tiers=${JSON.stringify(TIERS)}`,
        "--capital=20000",
        "--json",
      ],
      { DATA_PROVIDER: "simulated", SIMULATED_SEED: "7", DATA_DIR: server().folder },
      { stdout: (text) => lines.push(text), stderr: (text) => lines.push(text), progress: () => 0 },
    );
    expect({ code, lines: code === 0 ? [] : lines }).toEqual({ code: 0, lines: [] });
    expect(JSON.parse(lines.join("\n"))).toMatchObject(figures);
  });
});

test("a sweep and a walk-forward take them", async () => {
  const candles = await candlesOf("BTCUSDT");
  const parameters = { fast_period: [5, 8], slow_period: [20] };
  const own = { contract: TERMS, rolls: ROLLS, feeTiers: TIERS };
  const wire = { contract: TERMS, rolls: ROLLS, fee_tiers: TIERS, symbol: "BTCUSDT", parameters };
  const rows = await sweep(candles, {
    strategy: "ma_crossover",
    interval: "60",
    parameters,
    ...own,
  });
  const swept = await ended("/api/sweeps", wire);
  expect(swept.result).toMatchObject({ best: { final_capital: rows.best!.finalCapital } });
  const walked = await walkForward(candles, {
    strategy: "ma_crossover",
    interval: "60",
    parameters,
    ...own,
    trainCandles: 300,
    testCandles: 100,
  });
  const { result } = await ended("/api/walk-forward", {
    ...wire,
    train_candles: 300,
    test_candles: 100,
  });
  expect(result).toMatchObject({
    out_of_sample: { final_capital: walked.outOfSample.finalCapital },
  });
});

test.each([
  [{ contract: TERMS, leverage: 2 }, "contract", /leverage/u],
  [{ contract: TERMS, tick_size: 1 }, "contract", /tick_size/u],
  [{ rolls: ROLLS, slippage: { volume_share: 0.1 } }, "rolls", /volume_share.*slippage/u],
  [{ rolls: ROLLS, splits: [{ timestamp: 1, ratio: 2 }] }, "rolls", /splits.*leave one out/u],
  [{ symbols: SYMBOLS, contract: TERMS }, "contract", /by symbol, one of BTCUSDT, ETHUSDT/u],
  [{ symbols: SYMBOLS, rolls: { SOLUSDT: ROLLS } }, "rolls", /by symbol.*SOLUSDT/u],
])("%j is refused at the field", async (body, field, said) => {
  const answer = await server().post("/api/backtests", { interval: "60", ...RANGE, ...body });
  expect(answer.status).toBe(422);
  const [fault] = (answer.body as { detail: { loc: unknown[]; msg: string }[] }).detail;
  expect(fault!.loc.slice(0, 2)).toEqual(["body", field]);
  expect(fault!.msg).toMatch(said);
  expect(fault!.msg).not.toMatch(/[a-z][A-Z]|simulate|option/u);
});
