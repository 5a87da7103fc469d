import { describe, expect, test } from "vitest";

import { bollinger, dema, ema, macd, sma, standardDeviation, stochastic } from "../../src/index.ts";
import { expectClose } from "../truth/figures.ts";
import { SERIES, truthCandles } from "../truth/series.ts";

/** The words of each definition, taken literally and slowly; `undefined` before there is a value. */
function byWindow(
  values: Float64Array,
  period: number,
  of: (window: readonly number[]) => number,
): number[] {
  return Array.from(values, (_, i) =>
    i < period - 1 ? NaN : of(Array.from(values.subarray(i - period + 1, i + 1))),
  );
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const spread = (values: readonly number[]): number => {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
};

/** An exponential average of what follows the first number, which it starts from. */
function averageFromFirst(values: readonly number[], period: number): number[] {
  let last = NaN;
  return values.map((value) => {
    if (Number.isNaN(last)) last = value;
    else if (!Number.isNaN(value)) last += (2 / (period + 1)) * (value - last);
    return last;
  });
}

describe.each(SERIES)("by definition, on the series %s", (name) => {
  const there = (line: ArrayLike<number>, from: number): number[] => Array.from(line).slice(from);

  test("dema with shared seeding starts its second average from the first one's first value", async () => {
    const { close } = await truthCandles(name);
    const once = [...ema(close, 14)];
    const twice = averageFromFirst(once, 14);
    const expected = once.map((value, i) => 2 * value - twice[i]!);
    expectClose(there(dema(close, 14), 13), expected.slice(13), "dema");
    expect(dema(close, 14).subarray(0, 13).every(Number.isNaN)).toBe(true);
  });

  test("macd starts each average from its own first window", async () => {
    const { close } = await truthCandles(name);
    const found = macd(close);
    const fast = ema(close, 12);
    const line = ema(close, 26).map((slow, i) => fast[i]! - slow);
    const price = Math.max(...close);
    expectClose(there(found.macd, 25), there(line, 25), "macd", price);
    const first = mean(there(line, 25).slice(0, 9));
    const signal = averageFromFirst([first, ...there(line, 34)], 9);
    expectClose(there(found.signal, 33), signal, "signal", price);
    const rest = there(line, 33).map((value, i) => value - signal[i]!);
    expectClose(there(found.histogram, 33), rest, "histogram", price);
  });

  test("the deviations and the bands are those of each window alone", async () => {
    const { close } = await truthCandles(name);
    const population = byWindow(close, 20, (window) => Math.sqrt(spread(window) / 20));
    const sample = byWindow(close, 20, (window) => Math.sqrt(spread(window) / 19));
    const means = byWindow(close, 20, mean);
    const least = Math.max(...close) / 1000;
    expectClose(there(standardDeviation(close, 20), 19), population.slice(19), "population", least);
    const found = standardDeviation(close, 20, { kind: "sample" });
    expectClose(there(found, 19), sample.slice(19), "sample", least);
    expectClose(there(sma(close, 20), 19), means.slice(19), "mean");
    const { upper, lower } = bollinger(close, 20, 2.5);
    const reach = (side: number): number[] =>
      means.map((middle, i) => middle + side * 2.5 * population[i]!);
    expectClose(there(upper, 19), reach(1).slice(19), "upper band");
    expectClose(there(lower, 19), reach(-1).slice(19), "lower band");
  });

  test("the stochastic places the close in the range of 14 candles, smoothed over 3 and 3", async () => {
    const candles = await truthCandles(name);
    const { high, low, close } = candles;
    const raw = Float64Array.from(close, (price, i) => {
      const from = Math.max(0, i - 13);
      const bottom = Math.min(...low.slice(from, i + 1));
      const range = Math.max(...high.slice(from, i + 1)) - bottom;
      return range === 0 ? 50 : (100 * (price - bottom)) / range;
    });
    const k = byWindow(raw, 3, mean);
    const d = byWindow(Float64Array.from(k), 3, mean);
    const found = stochastic(candles);
    expectClose(there(found.k, 15), k.slice(15), "k", 1);
    expectClose(there(found.d, 17), d.slice(17), "d", 1);
    const j = k.map((value, i) => 3 * value - 2 * d[i]!);
    expectClose(there(found.j, 17), j.slice(17), "j", 1);
  });
});
