/** Shorter candles under those of a run: from the library, over HTTP and in a terminal. */

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { backtest, backtestPortfolio, type Candles } from "@bourse/backtest-engine";
import { sweep, walkForward } from "@bourse/backtest-engine/research";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import { describe, expect, test } from "vitest";

import { runBacktest } from "../../../packages/cli/test/support/run-words.ts";
import { runTestServer, sharedTestServer } from "./support/running-server.ts";

const RANGE = { start_time: "2026-01-01T00:00:00.000Z", end_time: "2026-01-31T00:00:00.000Z" };
const RUN = {
  strategy: "ma_crossover",
  parameters: { fast_period: 5, slow_period: 20 },
  direction: "both",
  trailing_stop: { distance: 0.004 },
  take_profit: 0.01,
};
const LIBRARY = {
  strategy: "ma_crossover",
  direction: "both",
  interval: "60",
  trailingStop: { distance: 0.004 },
  takeProfit: 0.01,
} as const;
const CHOSEN = { parameters: { fast_period: 5, slow_period: 20 } };
const FLAGS = [
  "--strategy ma_crossover --direction both --trailing-stop distance=0.004 --take-profit 0.01",
  `--interval 1h --detail 5m --json --from ${RANGE.start_time} --to ${RANGE.end_time}`,
].flatMap((words) => words.split(" "));
const SET = ["--set", "fast_period=5", "--set", "slow_period=20"];

const server = sharedTestServer();

async function read(symbol = "BTCUSDT"): Promise<Record<"candles" | "detail", Candles>> {
  const provider = createSimulatedProvider();
  const [startTime, endTime] = [Date.parse(RANGE.start_time), Date.parse(RANGE.end_time)];
  const range = { symbol, startTime, endTime, limit: 100_000 };
  const { candles } = await provider.candles({ ...range, interval: "60" });
  const { candles: detail } = await provider.candles({ ...range, interval: "5" });
  return { candles, detail };
}

type Result = Readonly<Record<string, unknown>>;

async function posted(path: string, body: object, to = server()): Promise<Result> {
  const sent = { interval: "60", ...RANGE, detail_interval: "5m", ...body };
  const answer = await to.post(path, sent);
  expect(answer.body).toHaveProperty("job_id");
  const job = await to.ended((answer.body as { readonly job_id: string }).job_id);
  expect(job.error).toBeNull();
  return job.result as Result;
}

async function printed(...args: readonly string[]): Promise<Result> {
  const [lines, errors]: [string[], string[]] = [[], []];
  const variables = { DATA_PROVIDER: "simulated", DATA_DIR: server().folder };
  const code = await runBacktest(args, variables, {
    stdout: (text) => void lines.push(text),
    stderr: (text) => void errors.push(text),
    progress: () => undefined,
  });
  expect({ code, text: lines.join("\n") }).toMatchObject({ code: 0 });
  return JSON.parse(lines.join("\n")) as Result;
}

const USE = { detail_interval: "5m", detail: { candles: 719, missing: 1 } };

describe("shorter candles under those of a run", () => {
  test("are the same in the library, over HTTP and in a terminal, and stay when it is submitted again", async () => {
    const { candles, detail } = await read();
    const own = backtest(candles, { ...LIBRARY, ...CHOSEN, detail });
    const plain = backtest(candles, { ...LIBRARY, ...CHOSEN });
    expect(own.finalCapital).not.toBe(plain.finalCapital);
    expect(own.detail).toEqual(USE.detail); // a candle whose simulated extremes are its own
    const figures = { final_capital: own.finalCapital, sharpe: own.sharpe };
    const result = await posted("/api/backtests", RUN);
    expect(result).toMatchObject({ ...figures, ...USE });
    const shown = await printed("run", ...FLAGS, ...SET);
    expect(shown).toMatchObject({ ...figures, detail: USE.detail });
    const { request } = result["configuration"] as { readonly request: Result };
    expect(request).toMatchObject({ detail_interval: "5m" });
    const there = shown["configuration"] as { readonly request: Result };
    expect(there.request).toEqual({ ...request, interval: "60", detail_interval: "5" });
    expect(
      await posted("/api/backtests", { detail_interval: undefined, ...request }),
    ).toMatchObject({
      ...figures,
      ...USE,
    });
    const without = await posted("/api/backtests", { ...RUN, detail_interval: undefined });
    expect(without["final_capital"]).toBe(plain.finalCapital);
    expect(without).not.toHaveProperty("detail");
    expect(without).not.toHaveProperty("detail_interval");
  });

  test("of a portfolio are each symbol's own", async () => {
    const symbols = ["BTCUSDT", "ETHUSDT"] as const;
    const [one, two] = [await read(symbols[0]), await read(symbols[1])];
    const own = backtestPortfolio(
      { BTCUSDT: one.candles, ETHUSDT: two.candles },
      { ...LIBRARY, ...CHOSEN, detail: { BTCUSDT: one.detail, ETHUSDT: two.detail } },
    );
    const result = await posted("/api/backtests", { ...RUN, symbols });
    const figures = { final_capital: own.finalCapital, detail: own.detail };
    expect(own.detail!.candles + own.detail!.missing).toBe(1440);
    expect(result).toMatchObject({ ...figures, detail_interval: "5m" });
    expect(await printed("run", ...FLAGS, ...SET, "--symbols", symbols.join(","))).toMatchObject(
      figures,
    );
  });

  test("of a sweep and a walk-forward are the same in all three", async () => {
    const { candles, detail } = await read();
    const parameters = { fast_period: [5, 8], slow_period: [20, 30] };
    const ranges = ["--set", "fast_period=5,8", "--set", "slow_period=20,30"];
    const rows = await sweep(candles, { ...LIBRARY, parameters, detail });
    const plain = await sweep(candles, { ...LIBRARY, parameters });
    expect(rows.best!.finalCapital).not.toBe(plain.best!.finalCapital);
    const best = { parameters: rows.best!.parameters, final_capital: rows.best!.finalCapital };
    const swept = await posted("/api/sweeps", { ...RUN, parameters });
    expect(swept).toMatchObject({ best, ...USE });
    expect(await printed("sweep", ...FLAGS, ...ranges)).toMatchObject({ best, detail: USE.detail });
    const windows = { trainCandles: 300, testCandles: 100 };
    const own = await walkForward(candles, { ...LIBRARY, parameters, ...windows, detail });
    const sizes = { train_candles: 300, test_candles: 100 };
    const figures = { out_of_sample: { final_capital: own.outOfSample.finalCapital } };
    const walked = await posted("/api/walk-forward", { ...RUN, parameters, ...sizes });
    expect(walked).toMatchObject({ ...figures, ...USE });
    const flags = ["--train", "300", "--test", "100"];
    expect(await printed("walk-forward", ...FLAGS, ...ranges, ...flags)).toMatchObject(figures);
  });

  test("of a strategy in a file reach its processes, in runs and in sweeps", async () => {
    const strategies = join(server().folder, "strategies");
    await mkdir(strategies);
    await writeFile(
      join(strategies, "mine.ts"),
      `import { maCrossover } from "@bourse/backtest-engine/strategies";
export default { ...maCrossover, name: "mine" };`,
    );
    const own = await runTestServer({ STRATEGIES_DIR: strategies });
    const mine = { ...RUN, strategy: "mine" };
    const known = await posted("/api/backtests", RUN);
    const found = await posted("/api/backtests", mine, own);
    expect(found).toMatchObject({ final_capital: known["final_capital"], ...USE });
    const parameters = { fast_period: [5, 8], slow_period: [20, 30] };
    const rows = await posted("/api/sweeps", { ...RUN, parameters });
    const { best } = await posted("/api/sweeps", { ...mine, parameters }, own);
    expect(best).toEqual(rows["best"]);
  });

  test.each([
    [{ detail_interval: "1h" }, "must be shorter than the candles of 1h"],
    [{ detail_interval: "7m" }, "must be shorter than the candles of 1h and divide them"],
    [{ detail_interval: "1d" }, "found 1d"],
    [{ detail_interval: "often" }, "detail_interval"],
    [{ detail_interval: null }, "detail_interval"],
    [{ detail_interval: "1s" }, "is 2592000 candles; a job takes at most 1000000"],
    [
      { detail_interval: "1m", symbols: Array.from({ length: 24 }, (_, k) => `A${k}USDT`) },
      "1036800",
    ],
  ])("%j is a 422 of every route that runs", async (fields, sentence) => {
    const routes = "symbols" in fields ? [] : ["/api/sweeps", "/api/walk-forward"];
    for (const path of ["/api/backtests", ...routes]) {
      const sizes = path.endsWith("forward") ? { train_candles: 300, test_candles: 100 } : {};
      const body = { interval: "60", ...RANGE, ...sizes, ...fields };
      const answer = await server().post(path, body);
      expect(answer.status).toBe(422);
      expect(JSON.stringify(answer.body)).toContain(sentence);
      expect(JSON.stringify(answer.body)).toContain("detail_interval");
    }
  });
});
