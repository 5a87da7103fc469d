/** Several symbols with shared cash: from the library, over HTTP and in a terminal. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { backtestPortfolio, defineStrategy, type PortfolioOptions } from "@bourse/backtest-engine";
import type { JobTrade } from "@bourse/contract/backtest";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import { describe, expect, test } from "vitest";

import { runBacktest } from "../../../packages/cli/test/support/run-words.ts";
import { sharedTestServer } from "./support/running-server.ts";

const server = sharedTestServer({ SIMULATED_SEED: "7" });

const SYMBOLS = ["BTCUSDT", "ETHUSDT", "SOLUSDT"];
const RANGE = { start_time: "2026-01-01T00:00:00.000Z", end_time: "2026-02-01T00:00:00.000Z" };

async function library(options: PortfolioOptions) {
  const provider = createSimulatedProvider({ seed: 7 });
  const markets = await Promise.all(
    SYMBOLS.map(async (symbol) => {
      const [startTime, endTime] = [RANGE.start_time, RANGE.end_time].map((text) =>
        Date.parse(text),
      );
      const range = { startTime: startTime!, endTime: endTime!, limit: 10_000 };
      return [
        symbol,
        (await provider.candles({ symbol, interval: "60", ...range })).candles,
      ] as const;
    }),
  );
  return backtestPortfolio(Object.fromEntries(markets), { interval: "60", ...options });
}

async function posted(body: object) {
  const answer = await server().post("/api/backtests", { interval: "60", ...RANGE, ...body });
  expect(answer.body).toHaveProperty("job_id");
  const { job_id: uuid } = answer.body as { readonly job_id: string };
  const job = await server().ended(uuid);
  expect(job.error).toBeNull();
  const trades = (await server().get(`/api/jobs/${uuid}/trades`)).body as readonly JobTrade[];
  return { uuid, job, result: job.result as Record<string, unknown>, trades };
}

async function typed(args: readonly string[]) {
  const [lines, errors]: [string[], string[]] = [[], []];
  const code = await runBacktest(
    args,
    { DATA_PROVIDER: "simulated", SIMULATED_SEED: "7", DATA_DIR: server().folder },
    {
      stdout: (text) => void lines.push(text),
      stderr: (text) => void errors.push(text),
      progress: () => undefined,
    },
  );
  return { code, text: lines.join("\n"), errors: errors.join("\n") };
}

describe("a portfolio", () => {
  const weights = { BTCUSDT: 0.5, ETHUSDT: 0.2, SOLUSDT: 0.3 };
  const wire = {
    symbols: SYMBOLS,
    weights,
    rebalance_every: 24,
    strategy: "ma_crossover",
    parameters: { fast_period: 5, slow_period: 20 },
    transaction_fee: 0.0005,
    stop_loss: 0.05,
    fill: "close",
  };
  const flags = [
    "run",
    "--symbols",
    SYMBOLS.join(","),
    "--rebalance-every",
    "24",
    "--weights",
    "BTC/USDT=0.5,ethusdt=0.2,SOLUSDT=0.3",
    "--strategy",
    "ma_crossover",
    "--set",
    "fast_period=5",
    "--set",
    "slow_period=20",
    "--fee",
    "0.0005",
    "--stop-loss",
    "0.05",
    "--fill",
    "close",
    "--interval",
    "1h",
    "--from",
    RANGE.start_time,
    "--to",
    RANGE.end_time,
  ];

  test("has the same figures and trades in the library, over HTTP and in a terminal", async () => {
    const own = await library({
      weights,
      rebalanceEvery: 24,
      strategy: "ma_crossover",
      parameters: { fast_period: 5, slow_period: 20 },
      fee: 0.0005,
      stopLoss: 0.05,
      fill: "close",
    });
    const { result, trades, uuid } = await posted(wire);
    expect(own.totalTrades).toBeGreaterThan(50);
    const figures = { final_capital: own.finalCapital, sharpe: own.sharpe, sqn: own.sqn };
    expect(result).toMatchObject({ ...figures, symbol: SYMBOLS.join(","), candles: 3 * 744 });
    expect(trades.map(({ symbol, pnl }) => [symbol, pnl + 0])).toEqual(
      own.trades.toArray().map(({ symbol, pnl }) => [symbol, pnl + 0]),
    );
    const answer = await typed([...flags, "--json"]);
    expect(answer.errors).toBe("");
    const {
      elapsed_ms: _,
      configuration,
      trades: typedTrades,
      ...typedResult
    } = JSON.parse(answer.text) as Record<string, unknown>;
    const { elapsed_ms: __, configuration: ___, ...ofJob } = result;
    expect(typedResult).toMatchObject(ofJob);
    expect(typedTrades).toEqual(trades);
    expect(configuration).toEqual(result["configuration"]);
    const csv = await server().get(`/api/jobs/${uuid}/trades?format=csv`);
    expect(String(csv.body).split("\r\n")[0]).toMatch(/,exit_reason,symbol$/u);
    const report = await server().get(`/api/jobs/${uuid}/report`);
    expect(report.body).toContain("BTCUSDT,ETHUSDT,SOLUSDT");
  });

  test("submitted again as its configuration says gives the same figures", async () => {
    const { strategy, parameters, symbols } = wire;
    const answer = await server().post("/api/backtests", {
      strategy,
      parameters,
      symbols,
      interval: "1h",
      limit: 300,
    });
    const first = await server().ended((answer.body as { job_id: string }).job_id);
    expect(first.payload).not.toHaveProperty("symbol");
    const { request } = first.result!["configuration"] as { readonly request: object };
    expect(request).toMatchObject({ symbols, weights: { BTCUSDT: 1 / 3 }, limit: 300 });
    const again = await server().post("/api/backtests", request);
    const second = await server().ended((again.body as { job_id: string }).job_id);
    const { elapsed_ms: _, configuration: found, ...one } = first.result!;
    const { elapsed_ms: __, configuration: given, ...two } = second.result!;
    expect(two).toEqual(one);
    // The trading days of the first were found, those of the second were told.
    expect(given).toEqual({ ...(found as object), trading_days_from: "given" });
  });

  test("runs a strategy from a file, with the figures of the library", async () => {
    const file = join(server().folder, "hold-all.mjs");
    await writeFile(
      file,
      `export default {
  name: "hold_all", version: "1", description: "Buys and holds.", signalType: "test", direction: "long", parameters: {},
  decide({ length }) {
    const signals = new Uint8Array(length);
    signals[0] = 1;
    return { signals, warmUp: 0 };
  },
};`,
    );
    const args = ["run", "--symbols", SYMBOLS.join(","), "--strategy", file, "--json"];
    const range = ["--interval", "1h", "--from", RANGE.start_time, "--to", RANGE.end_time];
    const { text, errors } = await typed([...args, ...range]);
    expect(errors).toBe("");
    const hold = defineStrategy({
      name: "hold_all",
      version: "1",
      description: "Buys and holds.",
      signalType: "test",
      direction: "long",
      parameters: {},
      decide: ({ length }) => ({ signals: new Uint8Array(length).fill(1, 0, 1), warmUp: 0 }),
    });
    const own = await library({ strategy: hold });
    expect(JSON.parse(text)).toMatchObject({ final_capital: own.finalCapital, total_trades: 3 });
  });

  test("prints its weights and figures in a terminal", async () => {
    const { text } = await typed(flags);
    expect(text).toContain("ma_crossover on a portfolio: 2232 candles");
    expect(text).toContain(
      "BTCUSDT 0.5000, ETHUSDT 0.2000, SOLUSDT 0.3000; rebalanced every 24 moments",
    );
    expect(text).toMatch(/Final capital +\d/u);
  });
});

describe("a request that no portfolio can be made of is refused at its field", () => {
  const pair = { symbols: ["BTCUSDT", "ETHUSDT"] };
  test.each<[object, string, string]>([
    [{ ...pair, symbol: "SOLUSDT" }, "symbol", "excludes symbols; send one of the two"],
    [{ ...pair, symbol: "BTCUSDT" }, "symbol", "excludes symbols; send one of the two"],
    [
      { weights: { BTCUSDT: 1 } },
      "weights",
      "needs symbols: it belongs to a portfolio of several symbols.",
    ],
    [
      { rebalance_every: 5 },
      "rebalance_every",
      "needs symbols: it belongs to a portfolio of several symbols.",
    ],
    [{ rebalance: "month_end" }, "rebalance", "needs symbols"],
    [{ ...pair, rebalance: "weekly" }, "rebalance", "month_end"],
    [
      { ...pair, rebalance: "month_end", rebalance_every: 5 },
      "rebalance",
      "excludes rebalance_every; leave one of the two out.",
    ],
    [{ symbols: [] }, "symbols", "least 1"],
    [{ symbols: ["BTCUSDT", "btc/usdt"] }, "symbols", "BTCUSDT more than once"],
    [{ symbols: Array.from({ length: 101 }, (_, k) => `A${k}`) }, "symbols", "100"],
    [{ ...pair, weights: { BTCUSDT: 1 } }, "weights", "must have a number above 0 for ETHUSDT"],
    [
      { ...pair, weights: { BTCUSDT: 0.6, ETHUSDT: 0.5 } },
      "weights",
      "sum to at most the leverage of 1",
    ],
    [{ ...pair, weights: { BTCUSDT: 0.6, ETHUSD: 0.4 } }, "weights", "ETHUSDT"],
    [{ ...pair, weights: { BTCUSDT: 0.6, "BTC/USDT": 0.2, ETHUSDT: 0.2 } }, "weights", "BTC/USDT"],
    [{ ...pair, rebalance_every: 0 }, "rebalance_every", "1"],
    [{ ...pair, rebalance_every: 1.5 }, "rebalance_every", "whole number"],
    [{ ...pair, position_size: 0.5 }, "position_size", "weights size its positions"],
    [{ ...pair, position_size_pct: 0.5 }, "position_size_pct", "weights size its positions"],
    [{ ...pair, pyramiding: 2 }, "pyramiding", "weights size its positions"],
    [{ ...pair, train_split: 0.5 }, "train_split", "trades all of its candles"],
    [{ ...pair, limit: 500_001 }, "limit", "more than the 1000000 of a job"],
    [{ ...pair, fill: "close", slippage: { volume_share: 0.1 } }, "slippage", "next opens"],
  ])("%j", async (body, field, said) => {
    const answer = await server().post("/api/backtests", body);
    expect(answer.status).toBe(422);
    const text = JSON.stringify(answer.body);
    expect(text).toContain(JSON.stringify(["body", field]).slice(0, -1));
    expect(text).toContain(said);
    expect(text).not.toMatch(/backtestPortfolio|rebalanceEvery|positionSize/u);
  });

  test("and at most 500,000 candles of two symbols pass", async () => {
    const answer = await server().post("/api/backtests", { ...pair, limit: 500_000 });
    expect(answer.status).toBe(200);
    const { job_id: uuid } = answer.body as { readonly job_id: string };
    await server().post(`/api/jobs/${uuid}/cancel`);
  });

  test.each([
    [["--weights", "BTCUSDT=1"], "--weights needs --symbols"],
    [["--symbols", "BTCUSDT,ETHUSDT", "--symbol", "BTCUSDT"], "--symbol and --symbols exclude"],
    [["--symbols", "BTCUSDT,ETHUSDT", "--weights", "BTCUSDT"], "--weights takes SYMBOL=NUMBER"],
    [["--symbols", "A,B", "--weights", "A=0.5,a=0.5"], "--weights has A more than once"],
    [["--symbols", "BTCUSDT,ETHUSDT", "--rebalance-every", "0"], "--rebalance-every must be"],
    [["--symbols", "BTCUSDT,ETHUSDT", "--rebalance", "yearly"], "--rebalance must be month_end"],
    [
      ["--symbols", "A,B", "--rebalance", "month_end", "--rebalance-every", "2"],
      "--rebalance and --rebalance-every exclude each other",
    ],
  ])("%j in a terminal", async (args, said) => {
    const answer = await typed(["run", ...args]);
    expect(answer).toMatchObject({ code: 2, text: "" });
    expect(answer.errors).toContain(said);
  });
});
