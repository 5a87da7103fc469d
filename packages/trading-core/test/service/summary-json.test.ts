import { monteCarlo } from "@bourse/backtest-engine/research";
import { simulate } from "@bourse/backtest-engine/simulation";
import { createStrategyRegistry } from "@bourse/backtest-engine/strategies";
import { checkJson, createManualClock } from "@bourse/kernel";
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  double,
  integer,
  property,
  record,
} from "fast-check";
import { expect, test } from "vitest";

import { candlesOf } from "../../../backtest-engine/test/candles/make-candles.ts";
import type { BacktestRequest, RunSettings } from "../../src/requests/backtest-request.ts";
import { unpackEquity, unpackTrades } from "../../src/results/run-trace.ts";
import { runBacktest } from "../../src/runs/run-backtest.ts";
import { runSweep, runWalkForward } from "../../src/runs/run-sweep.ts";

/** Prices over eighteen orders of magnitude, many of them the same. */
const price = constantFrom(1e-9, 0.01, 1, 1, 99.5, 100, 100, 1e9);
const row = array(price, { minLength: 4, maxLength: 4 }).map(([open, close, ...wicks]) => [
  open!,
  Math.max(open!, close!, ...wicks),
  Math.min(open!, close!, ...wicks),
  close!,
]);
const candles = array(row, { minLength: 1, maxLength: 80 }).map((rows) => candlesOf(rows));
const settings = record({
  strategy: constantFrom("ma_crossover", "rsi", "bollinger_bands"),
  initialCapital: constantFrom(1e-6, 10_000, 1e15),
  fee: constantFrom(0, 0.001, 0.4),
  direction: constantFrom("long" as const, "both" as const),
  slippage: constantFrom(0, 0.4),
  takeProfit: constantFrom(0.01, 100),
  stopLoss: constantFrom(0.01, 0.9),
  trainSplit: constantFrom(0, 0.9),
}).map((given): RunSettings<BacktestRequest> => {
  const parameters =
    given.strategy === "ma_crossover" ? { fast_period: 2, slow_period: 5 } : { period: 5 };
  return { interval: "1", ...given, parameters };
});
const strategies = createStrategyRegistry();
const clock = createManualClock();

test("a backtest's figures, trades and equity are numbers of JSON, whatever the market and the rules", () => {
  assert(
    property(candles, settings, (market, given) => {
      const { figures, trace } = runBacktest(market, given, strategies, clock);
      expect(() => checkJson(figures)).not.toThrow();
      expect(() => checkJson(trace.trades.map(unpackTrades))).not.toThrow();
      expect(() => checkJson(unpackEquity(trace.equity))).not.toThrow();
    }),
    { numRuns: 400 },
  );
});

test("so are those of sweeps, walk-forwards and Monte-Carlo runs", async () => {
  const context = {
    strategies,
    clock,
    signal: new AbortController().signal,
    progress: () => undefined,
  };
  await assert(
    asyncProperty(
      candles,
      settings,
      integer({ min: 1, max: 30 }),
      async (market, given, trainCandles) => {
        const { trainSplit: _, parameters: __, ...common } = given;
        const swept = { ...common, metric: "calmar" } as const;
        const grid = await runSweep(market, swept, context);
        expect(() => checkJson(grid)).not.toThrow();
        if (market.length <= trainCandles) return;
        const windows = { ...swept, trainCandles, testCandles: 1 };
        const walked = await runWalkForward(market, windows, context);
        expect(() => checkJson(walked.figures)).not.toThrow();
      },
    ),
    { numRuns: 60 },
  );
});

test("so is what a Monte-Carlo run says of any simulation", () => {
  const signals = array(integer({ min: 0, max: 15 }), { minLength: 80, maxLength: 80 });
  const rates = record({
    fee: double({ min: 0, max: 0.4, noNaN: true }),
    leverage: constantFrom(1, 125),
  });
  assert(
    property(candles, signals, rates, (market, said, rules) => {
      const decisions = { signals: Uint8Array.from(said).slice(0, market.length), warmUp: 0 };
      const run = simulate(market, decisions, { ...rules, direction: "both" });
      for (const method of ["shuffle_trades", "bootstrap_returns"] as const) {
        const result = monteCarlo(run, { method, runs: 10 });
        expect(() => checkJson(result)).not.toThrow();
      }
    }),
  );
});
