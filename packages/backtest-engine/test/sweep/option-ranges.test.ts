import { describe, expect, test } from "vitest";

import { backtest, defineStrategy, defineTrader, Signal } from "../../src/index.ts";
import { resultHash } from "../../src/result-hash/result-hash.ts";
import { sweep, type OptionRanges } from "../../src/sweep/index.ts";
import { walkForward } from "../../src/walk-forward/index.ts";
import { wander } from "./wander.ts";

const candles = wander(800);

describe("a sweep over options", () => {
  test("gives each combination the figures of its own backtest", async () => {
    const crossover = { strategy: "ma_crossover", direction: "both" } as const;
    const { grid } = await sweep(candles, {
      ...crossover,
      parameters: { fast_period: [5, 10] },
      optionRanges: {
        stopLoss: [0.01, null],
        fee: { from: 0, to: 0.001, step: 0.001 },
        positionSize: [0.5, { cash: 1000 }],
        trailingStop: [{ distance: 0.02 }],
      },
    });
    expect(grid).toHaveLength(16);
    for (const { parameters, options, ...figures } of grid) {
      expect(Object.keys(options ?? {})).toEqual([
        "stopLoss",
        "fee",
        "positionSize",
        "trailingStop",
      ]);
      expect(backtest(candles, { ...crossover, parameters, ...options })).toMatchObject(figures);
    }
    expect(new Set(grid.map((row) => resultHash(row))).size).toBe(16);
  });

  test("decides once for combinations that differ in their options alone", async () => {
    let decided = 0;
    const counted = defineStrategy({
      name: "counted",
      version: "1",
      description: "Buys every eighth candle and counts its calls.",
      signalType: "reversal",
      direction: "long",
      parameters: {
        every: { type: "integer", default: 8, minimum: 2, maximum: 50, description: "Candles." },
      },
      decide: ({ length }, { every }) => {
        decided += 1;
        const signals = Uint8Array.from({ length }, (_, k) =>
          k % every === 0 ? Signal.enterLong : k % every === 1 ? Signal.exitLong : Signal.none,
        );
        return { signals, warmUp: 0 };
      },
    });
    const { grid } = await sweep(candles, {
      strategy: counted,
      parameters: { every: [4, 8, 12] },
      optionRanges: { stopLoss: [0.001, 0.01, null], fee: [0, 0.01] },
    });
    expect(decided).toBe(3);
    for (const { parameters, options, ...figures } of grid) {
      expect(backtest(candles, { strategy: counted, parameters, ...options })).toMatchObject(
        figures,
      );
    }
  });

  test("varies the options and parameters of a strategy by orders too", async () => {
    const dips = defineTrader({
      name: "dips",
      version: "1",
      description: "Buys below the last close.",
      signalType: "reversal",
      direction: "long",
      parameters: {
        depth: { type: "number", default: 0.002, minimum: 0, maximum: 0.1, description: "Depth." },
      },
      createTrader: ({ depth }) => ({
        onCandle({ close }, broker) {
          if (broker.position() !== null || broker.orders().length > 0) return;
          broker.submit({ side: "buy", type: "limit", price: close * (1 - depth) });
        },
      }),
    });
    const { grid, best } = await sweep(candles, {
      strategy: dips as never,
      parameters: { depth: { from: 0.001, to: 0.004, step: 0.001 } },
      optionRanges: { takeProfit: [0.005, 0.01], fee: [0, 0.001] },
      search: { method: "tpe", count: 12 },
    });
    expect(grid).toHaveLength(12);
    for (const { parameters, options, ...figures } of grid) {
      const run = backtest(candles, { strategy: dips as never, parameters, ...options });
      expect(run).toMatchObject(figures);
    }
    expect(best?.totalTrades).toBeGreaterThan(0);
  });

  test("trades the best options of a training on its test", async () => {
    const walk = await walkForward(candles, {
      strategy: "ma_crossover",
      parameters: { fast_period: [5, 10] },
      optionRanges: { fee: [0.002, 0] },
      metric: "totalReturn",
      trainCandles: 300,
      testCandles: 100,
    });
    for (const { inSample, outOfSample } of walk.windows) {
      expect(inSample?.options).toEqual({ fee: 0 });
      expect(outOfSample?.feesPaid).toBe(0);
    }
  });

  test.each<[string, object, RegExp]>([
    ["an option that there is not", { stopLos: [1] }, /no option "stopLos".*"stopLoss"|stopLoss/],
    [
      "a value at its bound",
      { stopLoss: [0.5, 1] },
      /"stopLoss" must be a fraction above 0 and below 1/,
    ],
    [
      "a range beyond its bound",
      { leverage: { from: 100, to: 126, step: 1 } },
      /"leverage".*125.*126/,
    ],
    ["a drawn range beyond its bound", { fee: { from: 0, to: 0.5 } }, /"fee".*0\.5/],
    [
      "a single value",
      { fee: 0.1 },
      /must be a list or a range; give a single value as the option/,
    ],
    ["an empty list", { fee: [] }, /range of option "fee" needs at least one value/],
    ["a function", { feeModel: [1] }, /is a function, and a sweep tries plain data/],
    [
      "a log range from 0",
      { fee: { from: 0, to: 0.1, scale: "log" } },
      /from above 0 for the scale log/,
    ],
    [
      "another scale",
      { fee: { from: 0, to: 0.1, scale: "ln" } },
      /scale of linear or log, found "ln"/,
    ],
  ])("%s is refused by name", async (_, optionRanges, message) => {
    const given = { optionRanges: optionRanges as OptionRanges, search: { count: 2 } };
    await expect(sweep(candles, given)).rejects.toMatchObject({
      code: "OPTIONS_INVALID",
      details: { option: "optionRanges", field: Object.keys(optionRanges)[0] },
      message: expect.stringMatching(message) as string,
    });
  });

  test("bounds themselves are tried", async () => {
    const { grid } = await sweep(candles.length > 0 ? candles : candles, {
      optionRanges: { leverage: [1, 125], stopLoss: [0.999] },
    });
    expect(grid).toHaveLength(2);
  });
});

describe("a range on a logarithmic scale", () => {
  const fees = { fee: { from: 1e-5, to: 0.1, scale: "log" } } as const;

  test.each(["random", "tpe"] as const)(
    "is drawn as often from each decade by %s",
    async (method) => {
      const { grid } = await sweep(candles, {
        strategy: "ma_crossover",
        optionRanges: fees,
        metric: "maxDrawdown",
        search: { method, count: method === "tpe" ? 10 : 200 },
      });
      const drawn = grid.map(({ options }) => options?.["fee"] as number);
      expect(Math.min(...drawn)).toBeGreaterThanOrEqual(1e-5);
      expect(Math.max(...drawn)).toBeLessThanOrEqual(0.1);
      const low = drawn.filter((fee) => fee < 1e-3).length / drawn.length;
      expect(low).toBeGreaterThan(0.3);
      expect(low).toBeLessThan(0.7);
    },
  );

  test("leaves a grid as it is, and draws its steps", async () => {
    const stepped = { fast_period: { from: 2, to: 100, step: 1, scale: "log" } } as const;
    const given = { strategy: "ma_crossover", parameters: { ...stepped, slow_period: 200 } };
    const all = await sweep(candles, given);
    expect(all.grid.map(({ parameters }) => parameters["fast_period"])).toEqual(
      Array.from({ length: 99 }, (_, k) => k + 2),
    );
    const { grid } = await sweep(candles, { ...given, search: { count: 40 } });
    const drawn = grid.map(({ parameters }) => Number(parameters["fast_period"]));
    expect(drawn.every((period) => Number.isInteger(period))).toBe(true);
    expect(drawn.filter((period) => period <= 14).length).toBeGreaterThan(8);
  });
});
