import { readFile } from "node:fs/promises";

import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { type BacktestOptions } from "../../src/backtest/backtest-options.ts";
import { backtest, sweep, walkForward } from "../../src/index.ts";
import { resultHash } from "../../src/research/index.ts";

const { candles } = await createSimulatedProvider({ seed: 3 }).candles({
  symbol: "BTCUSDT",
  interval: "60",
  endTime: Date.UTC(2025, 5, 1),
  limit: 3000,
});

const ranges = { fast_period: { from: 5, to: 20, step: 5 }, slow_period: [30, 50] };

describe("the configuration of a result, submitted again, gives the same bits", () => {
  const option = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const options = fc.record({
    strategy: fc.constantFrom("ma_crossover", "rsi", "bollinger_bands", "wavelet_reversal"),
    fee: option(fc.constantFrom(0, 0.0005, 0.002)),
    makerFee: option(fc.constantFrom(0, 0.0001)),
    slippage: option(fc.constantFrom(0, 0.001)),
    exitSlippage: option(fc.constantFrom(0.0002)),
    fill: option(fc.constantFrom("next_open", "close")),
    direction: option(fc.constantFrom("long", "short", "both")),
    takeProfit: option(fc.constantFrom(null, 0.01)),
    stopLoss: option(fc.constantFrom(null, 0.02)),
    trailingStop: option(fc.constant({ distance: 0.03 })),
    positionSize: option(fc.constantFrom(0.5, { cash: 1000 })),
    lotSize: option(fc.constantFrom(0, 0.5)),
    contract: option(
      fc.constantFrom({ multiplier: 2, tick: 0.5 }, { margin: 20, currency: "USD" }),
    ),
    rolls: option(fc.constant([200, 700, 1300].map((hour) => hour * 3_600_000))),
    feeTiers: option(fc.constant([{ volume: 30_000, maker: 0, taker: 0.0001 }])),
    daysPerYear: option(fc.constantFrom(252, 365)),
    trainSplit: option(fc.constantFrom(0.3)),
    compatibility: option(fc.constantFrom("vectorbt", "freqtrade", { gap: "level" })),
  });

  test("of a backtest, whatever was given", () => {
    fc.assert(
      fc.property(options, (given) => {
        const set = Object.entries(given).filter(([, value]) => value !== undefined);
        const first = backtest(candles, Object.fromEntries(set) as BacktestOptions);
        const text = JSON.stringify(first.configuration.options);
        const second = backtest(candles, JSON.parse(text) as BacktestOptions);
        expect(resultHash(second)).toBe(resultHash(first));
        expect(second.configuration.options).toEqual(first.configuration.options);
      }),
      { numRuns: 60 },
    );
  });

  test("of a sweep, and of its best run alone", async () => {
    const given = { strategy: "ma_crossover", parameters: ranges, fee: 0.0004 } as const;
    const first = await sweep(candles, given);
    const { options: again } = first.configuration;
    expect(resultHash(await sweep(candles, again))).toBe(resultHash(first));
    const { parameters, metric: _, maxCombinations: __, search: ___, ...rules } = again;
    expect(parameters).toEqual({ ...ranges, ma_type: "sma" });
    const alone = backtest(candles, { ...rules, parameters: first.best?.parameters });
    expect(alone).toMatchObject({ ...first.best });
  });

  test("of a random search, whose draws do not depend on what stays fixed", async () => {
    const search = { count: 5, seed: 7 };
    const parameters = { fast_period: { from: 2, to: 25 }, slow_period: { from: 30, to: 90 } };
    const first = await sweep(candles, { strategy: "ma_crossover", parameters, search });
    expect(first.configuration.options.search).toEqual(search);
    const second = await sweep(candles, first.configuration.options);
    expect(resultHash(second)).toBe(resultHash(first));
  });

  test("of a walk-forward", async () => {
    const windows = { trainCandles: 800, testCandles: 300, purgeCandles: 10 };
    const given = { strategy: "ma_crossover", parameters: ranges, ...windows };
    const first = await walkForward(candles, given);
    expect(first.configuration.options).toMatchObject({
      ...windows,
      stepCandles: 300,
      isAnchored: false,
      embargoCandles: 0,
      initialCapital: 10_000,
    });
    const second = await walkForward(candles, first.configuration.options);
    expect(resultHash(second)).toBe(resultHash(first));
  });
});

test("a configuration names every option with its value in force", async () => {
  const { configuration } = backtest(candles, { strategy: "rsi", compatibility: "vectorbt" });
  const manifest = await readFile(new URL("../../package.json", import.meta.url), "utf8");
  expect(configuration).toEqual({
    engineVersion: (JSON.parse(manifest) as { version: string }).version,
    strategyVersion: "1.0.0",
    daysPerYearFrom: "calendar",
    options: {
      strategy: "rsi",
      parameters: { period: 14, oversold: 30, overbought: 70 },
      interval: "60",
      daysPerYear: 365,
      barsPerYear: 8760,
      trainSplit: 0,
      initialCapital: 10_000,
      fee: 0.001,
      makerFee: 0.001,
      fixedFee: 0,
      slippage: 0,
      exitSlippage: 0,
      fill: "next_open",
      direction: "long",
      positionSize: 1,
      pyramiding: 1,
      lotSize: 0,
      tickSize: 0,
      minimumNotional: 0,
      leverage: 1,
      borrowRate: 0,
      maintenanceMargin: 0,
      takeProfit: null,
      stopLoss: null,
      compatibility: expect.objectContaining({ levels: "signal_close", gap: "open" }) as object,
    },
  });
});

test("a configuration tells whether the year was given or found in the calendar", () => {
  const given = backtest(candles, { daysPerYear: 252 }).configuration;
  expect(given).toMatchObject({ daysPerYearFrom: "given", options: { daysPerYear: 252 } });
});

test.each([0, -1, 366.5, 1e9, Number.NaN])("a year of %d days is refused", (daysPerYear) => {
  expect(() => backtest(candles, { daysPerYear })).toThrow(/daysPerYear.*above 0.*at most 366/u);
});
