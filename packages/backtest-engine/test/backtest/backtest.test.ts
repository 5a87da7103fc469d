import { createManualClock } from "@bourse/kernel";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { readTruth, truthCandles } from "../../../indicators/test/truth/series.ts";
import { type BacktestOptions } from "../../src/backtest/backtest-options.ts";
import type { BacktestResult } from "../../src/backtest/run-backtest.ts";
import { createCandles, sliceCandles, type Candles } from "../../src/data/index.ts";
import { backtest } from "../../src/index.ts";
import { simulate } from "../../src/simulation/index.ts";
import {
  builtInStrategies,
  createStrategyRegistry,
  decisionsFromTargets,
  defineStrategy,
  maCrossover,
  runStrategy,
} from "../../src/strategies/index.ts";
import { IndicatorCache } from "../../src/strategies/indicator-cache.ts";
import { candlesArbitrary, fromCloses, HOUR, START } from "../candles/make-candles.ts";
import { wander } from "../sweep/wander.ts";

const wave = fromCloses(
  Array.from({ length: 400 }, (_, i) => 100 + 10 * Math.sin(i / 9) + Math.cos(i)),
);

/** A result as plain data, without the one field that differs between runs. */
function plain(result: BacktestResult): object {
  return { ...result, trades: result.trades.toArray(), elapsedMilliseconds: 0 };
}

const everyStrategy = builtInStrategies.map((strategy) => [strategy.name, strategy] as const);

describe("a backtest", () => {
  test("names what was run, on what, and from when to when", () => {
    const result = backtest(wave, { strategy: "ma_crossover", symbol: "BTCUSDT" });
    expect(result).toMatchObject({
      strategy: "ma_crossover",
      parameters: { fast_period: 10, slow_period: 20, ma_type: "sma" },
      symbol: "BTCUSDT",
      interval: "60",
      candles: 400,
      firstTimestamp: START,
      lastTimestamp: START + 399 * HOUR,
      initialCapital: 10_000,
    });
    expect(result.totalTrades).toBe(result.trades.length);
    expect(result.totalTrades).toBeGreaterThan(3);
    expect(result.finalCapital).toBe(result.equity.at(-1));
  });

  test("is the same as deciding and simulating one after the other", () => {
    const parameters = { fast_period: 5, slow_period: 30, ma_type: "ema" } as const;
    const rules = { fill: "close", slippage: 0.001, direction: "both" } as const;
    const result = backtest(wave, { strategy: maCrossover, parameters, ...rules });
    const simulation = simulate(wave, runStrategy(maCrossover, parameters, wave), rules);
    expect(result.trades.toArray()).toEqual(simulation.trades.toArray());
    expect(result.equity).toEqual(simulation.equity);
    expect(result.trades.toArray().some(({ side }) => side === "short")).toBe(true);
  });

  test("with nothing said runs wavelet_reversal with 0.1 % fee a side on 10,000", () => {
    expect(backtest(wave)).toMatchObject({ strategy: "wavelet_reversal", initialCapital: 10_000 });
    expect(plain(backtest(wave))).toEqual(plain(backtest(wave, { fee: 0.001, direction: "long" })));
  });

  test("trades long only unless the run or the strategy says otherwise", () => {
    const sides = (options: BacktestOptions) =>
      new Set(
        backtest(wave, { strategy: "ma_crossover", ...options })
          .trades.toArray()
          .map(({ side }) => side),
      );
    expect(sides({})).toEqual(new Set(["long"]));
    expect(sides({ direction: "short" })).toEqual(new Set(["short"]));
    expect(sides({ direction: "both" })).toEqual(new Set(["long", "short"]));
    expect(sides({ strategy: { ...maCrossover, direction: "both" } })).toEqual(
      new Set(["long", "short"]),
    );
  });

  test("the training part is seen by the indicators and not traded", () => {
    const options = { strategy: "ma_crossover", fill: "close" } as const;
    const whole = backtest(wave, options);
    const half = backtest(wave, { ...options, trainSplit: 0.5 });
    expect(half).toMatchObject({ candles: 200, firstTimestamp: START + 200 * HOUR });
    expect(half.equity).toHaveLength(200);
    const entries = (result: BacktestResult) =>
      result.trades.toArray().map(({ entryTime }) => entryTime);
    const later = entries(whole).filter((time) => time >= START + 200 * HOUR);
    expect(entries(half)).toEqual(later);
    const alone = backtest(sliceCandles(wave, 200), options);
    expect(entries(alone).length, "a warm-up of its own loses signals").toBeLessThanOrEqual(
      later.length,
    );
  });

  test("a sweep that shares its indicators gets the same results", () => {
    const indicators = new IndicatorCache();
    for (const slow_period of [20, 30, 40]) {
      const options = { strategy: "ma_crossover", parameters: { slow_period } };
      expect(plain(backtest(wave, { ...options, indicators }))).toEqual(
        plain(backtest(wave, options)),
      );
    }
    expect(indicators.size).toBe(4);
  });

  test("its time is measured by the clock that was given", () => {
    const clock = createManualClock();
    expect(backtest(wave, { clock }).elapsedMilliseconds).toBe(0);
  });

  test("a strategy of one's own runs as it is or by its name", () => {
    const dip = defineStrategy({
      name: "hold_second_half",
      version: "1.0.0",
      description: "Long from the middle on.",
      signalType: "test",
      direction: "long",
      parameters: {},
      decide: ({ length }) =>
        decisionsFromTargets(Int8Array.from({ length }, (_, i) => Number(i >= length / 2))),
    });
    const registry = createStrategyRegistry([dip]);
    const result = backtest(wave, { strategy: dip, fee: 0 });
    expect(plain(backtest(wave, { strategy: "hold_second_half", registry, fee: 0 }))).toEqual(
      plain(result),
    );
    expect(result).toMatchObject({ totalTrades: 1, openAtEnd: true, exposure: 199 / 400 });
    expect(result.trades.at(0)?.exitReason).toBe("end");
    expect(result.totalReturn).toBeCloseTo(wave.close[399]! / wave.open[201]! - 1, 12);
  });

  test("fewer candles than the warm-up give no trade", () => {
    expect(backtest(sliceCandles(wave, 0, 3))).toMatchObject({ totalTrades: 0, totalReturn: 0 });
    expect(backtest(sliceCandles(wave, 0, 1))).toMatchObject({ totalTrades: 0, candles: 1 });
  });

  test.each<[string, string, (candles: Candles) => unknown]>([
    ["no candles", "CANDLES_TOO_FEW", () => backtest(createCandles(0))],
    ["candles of zeros", "CANDLES_INVALID", () => backtest(createCandles(5))],
    ["an unknown strategy", "STRATEGY_UNKNOWN", (c) => backtest(c, { strategy: "wavelet" })],
    ["a wrong parameter", "PARAMETERS_INVALID", (c) => backtest(c, { parameters: { window: 7 } })],
    ["a training part of everything", "OPTIONS_INVALID", (c) => backtest(c, { trainSplit: 1 })],
    ["a fee of a half", "OPTIONS_INVALID", (c) => backtest(c, { fee: 0.5 })],
  ])("%s is refused with %s", (_, code, attempt) => {
    expect(() => attempt(wave)).toThrow(expect.objectContaining({ code }) as Error);
  });

  test("a misspelt option is refused with the one that was meant, of whichever part", () => {
    const given = (options: object) => () => backtest(wave, options);
    expect(given({ startegy: "rsi" })).toThrow('Did you mean "strategy"?');
    expect(given({ slipage: 0.1 })).toThrow('Did you mean "slippage"?');
    expect(given({ zzzzzzzz: 1 })).toThrow("Known: strategy, parameters,");
  });

  test.each(everyStrategy)(
    "property: %s gives finite figures or null on any market",
    (_, strategy) => {
      const options = fc.record({
        strategy: fc.constant(strategy),
        direction: fc.constantFrom("long", "short", "both"),
        fill: fc.constantFrom("next_open", "close"),
        fee: fc.constantFrom(0, 0.001, 0.02),
        trainSplit: fc.constantFrom(0, 0.3),
      });
      fc.assert(
        fc.property(
          candlesArbitrary({ minLength: 1, maxLength: 150 }),
          options,
          (candles, given) => {
            const result = backtest(candles, given);
            const { trades, equity, time: _time, parameters: _parameters, ...figures } = result;
            for (const [name, value] of Object.entries(figures)) {
              expect(typeof value !== "number" || Number.isFinite(value), name).toBe(true);
            }
            expect(equity.every((value) => value >= 0 && value < Infinity)).toBe(true);
            const profit = trades.toArray().reduce((sum, { pnl }) => sum + pnl, 0);
            expect(result.finalCapital).toBeCloseTo(result.initialCapital + profit, 4);
          },
        ),
        { numRuns: 50 },
      );
    },
  );

  test.each(everyStrategy)(
    "property: %s never trades differently because candles are added",
    (_, strategy) => {
      const series = candlesArbitrary({ minLength: 2, maxLength: 150 });
      fc.assert(
        fc.property(series, fc.double({ min: 0, max: 1, noNaN: true }), (candles, part) => {
          const cut = Math.max(1, Math.floor(candles.length * part));
          const options = { strategy, compatibility: "vectorbt" } as const;
          const whole = backtest(candles, options);
          const before = backtest(sliceCandles(candles, 0, cut), options);
          expect(whole.equity.slice(0, cut)).toEqual(before.equity);
          const closed = whole.trades.toArray().filter(({ exitIndex }) => exitIndex < cut);
          expect(closed).toEqual(before.trades.toArray());
        }),
        { numRuns: 50 },
      );
    },
  );
});

describe("backtests on the candles of the reference figures", () => {
  test("the default target of wavelet_reversal exceeds its costs; the original's 0.2 % cannot earn", async () => {
    const candles = await truthCandles("m1");
    const targetsOf = (options: BacktestOptions): number[] =>
      backtest(candles, options)
        .trades.toArray()
        .filter(({ exitReason }) => exitReason === "take_profit")
        .map((trade) => trade.return!);
    const original = targetsOf({ parameters: { take_profit_pct: 0.002 } });
    expect(original.length).toBeGreaterThan(0);
    expect(original.every((fraction) => fraction < 0)).toBe(true);
    const told = targetsOf({});
    expect(told.length).toBeGreaterThan(0);
    expect(told.every((fraction) => fraction > 0)).toBe(true);
  });

  interface Portfolio {
    readonly name: string;
    readonly series: string;
    readonly orders: readonly unknown[];
    readonly stats: Readonly<Record<string, number>>;
    readonly equity: { readonly final: number; readonly every50: readonly number[] };
  }

  test.each<[string, BacktestOptions]>([
    ["sma10_50_h1_close_f0.001", { fill: "close" }],
    ["sma10_50_h1_nextopen_f0.001", { fill: "next_open" }],
  ])("one call reproduces vectorbt's %s", async (name, options) => {
    const { sets } = readTruth<{ readonly sets: readonly Portfolio[] }>(
      new URL("../truth/vectorbt.json", import.meta.url),
    );
    const reference = sets.find((set) => set.name === name)!;
    const result = backtest(await truthCandles(reference.series), {
      strategy: "ma_crossover",
      parameters: { fast_period: 10, slow_period: 50 },
      compatibility: "vectorbt",
      ...options,
    });
    expect(2 * result.totalTrades + Number(result.openAtEnd)).toBe(reference.orders.length);
    expect(result.finalCapital).toBeCloseTo(reference.equity.final, 6);
    expect(100 * result.maxDrawdown).toBeCloseTo(reference.stats["Max Drawdown [%]"]!, 9);
    for (const [i, value] of reference.equity.every50.entries()) {
      expect(result.equity[50 * i]).toBeCloseTo(value, 6);
    }
  });
});

test("trades in JSON are an array of trades", () => {
  const { trades } = backtest(wander(200, 3), { strategy: "ma_crossover", direction: "both" });
  expect(trades.length).toBeGreaterThan(0);
  expect(JSON.parse(JSON.stringify({ trades }))).toEqual({ trades: trades.toArray() });
});
