import { array, assert, double, integer, property } from "fast-check";
import { describe, expect, test } from "vitest";

import {
  atr,
  bollinger,
  dema,
  ema,
  highest,
  lowest,
  macd,
  rsi,
  slidingMean,
  sma,
  standardDeviation,
  stochastic,
  trueRange,
  wma,
  type RangeColumns,
} from "../../src/index.ts";

/** Properties that each indicator promises beside its formula; every line of every indicator obeys it. */
interface Law {
  readonly name: string;
  readonly compute: (candles: RangeColumns, period: number) => Float64Array;
  /** Candles without a value, by period. */
  readonly warmUp: (period: number) => number;
  /** Its value on a market that never moves, from the price. */
  readonly still: (price: number) => number;
  /** Change of the indicator when prices are multiplied by a factor or get an offset. */
  readonly unit: "price" | "distance" | "percent";
}

const price = (value: number): number => value;
const nothing = (): number => 0;

const LAWS: readonly Law[] = [
  law(
    "sma",
    (c, n) => sma(c.close, n),
    (n) => n - 1,
    price,
    "price",
  ),
  law(
    "slidingMean",
    (c, n) => slidingMean(c.close, n),
    (n) => n - 1,
    price,
    "price",
  ),
  law(
    "ema",
    (c, n) => ema(c.close, n),
    (n) => n - 1,
    price,
    "price",
  ),
  law(
    "wma",
    (c, n) => wma(c.close, n),
    (n) => n - 1,
    price,
    "price",
  ),
  law(
    "dema",
    (c, n) => dema(c.close, n),
    (n) => n - 1,
    price,
    "price",
  ),
  law(
    "dema, full seeding",
    (c, n) => dema(c.close, n, { seeding: "full" }),
    (n) => 2 * n - 2,
    price,
    "price",
  ),
  law(
    "highest",
    (c, n) => highest(c.high, n),
    (n) => n - 1,
    price,
    "price",
  ),
  law(
    "lowest",
    (c, n) => lowest(c.low, n),
    (n) => n - 1,
    price,
    "price",
  ),
  law(
    "rsi",
    (c, n) => rsi(c.close, n),
    (n) => n,
    () => 50,
    "percent",
  ),
  law(
    "standard deviation",
    (c, n) => standardDeviation(c.close, n),
    (n) => n - 1,
    nothing,
    "distance",
  ),
  law(
    "bollinger middle",
    (c, n) => bollinger(c.close, n).middle,
    (n) => n - 1,
    price,
    "price",
  ),
  law(
    "bollinger upper",
    (c, n) => bollinger(c.close, n).upper,
    (n) => n - 1,
    price,
    "price",
  ),
  law(
    "bollinger lower",
    (c, n) => bollinger(c.close, n).lower,
    (n) => n - 1,
    price,
    "price",
  ),
  law(
    "true range",
    (c) => trueRange(c),
    () => 1,
    nothing,
    "distance",
  ),
  law(
    "atr",
    (c, n) => atr(c, n),
    (n) => n,
    nothing,
    "distance",
  ),
  law(
    "macd",
    (c, n) => macd(c.close, { fastPeriod: n, slowPeriod: 2 * n }).macd,
    (n) => 2 * n - 1,
    nothing,
    "distance",
  ),
  law(
    "macd signal, together",
    (c, n) =>
      macd(c.close, { fastPeriod: n, slowPeriod: 2 * n, signalPeriod: n, seeding: "together" })
        .signal,
    (n) => 3 * n - 2,
    nothing,
    "distance",
  ),
  law(
    "stochastic k",
    (c, n) => stochastic(c, { period: n, smoothing: 1 }).k,
    (n) => n - 1,
    () => 50,
    "percent",
  ),
  law(
    "stochastic d",
    (c, n) => stochastic(c, { period: n }).d,
    (n) => n + 3,
    () => 50,
    "percent",
  ),
];

function law(
  name: string,
  compute: Law["compute"],
  warmUp: Law["warmUp"],
  still: Law["still"],
  unit: Law["unit"],
): Law {
  return { name, compute, warmUp, still, unit };
}

/** Candles whose wicks reach half a move beyond open and close. */
function candlesAround(closes: readonly number[]): RangeColumns {
  const close = Float64Array.from(closes);
  const reach = close.map((value, i) => Math.abs(value - (close[i - 1] ?? value)) / 2);
  return {
    close,
    high: close.map((v, i) => v + reach[i]!),
    low: close.map((v, i) => v - reach[i]!),
  };
}

const upTo = (candles: RangeColumns, end: number): RangeColumns => ({
  close: candles.close.slice(0, end),
  high: candles.high.slice(0, end),
  low: candles.low.slice(0, end),
});

const walks = array(double({ min: 1, max: 1000, noNaN: true }), { maxLength: 120 });
const periods = integer({ min: 2, max: 30 });

describe.each(LAWS)("$name", ({ compute, warmUp, still, unit }) => {
  test("has one value a candle: NaN in the warm-up, a finite number after it", () => {
    assert(
      property(walks, periods, (closes, period) => {
        const found = compute(candlesAround(closes), period);
        expect(found).toHaveLength(closes.length);
        const begins = Math.min(warmUp(period), closes.length);
        expect(found.slice(0, begins).every(Number.isNaN)).toBe(true);
        expect(found.slice(begins).every(Number.isFinite)).toBe(true);
      }),
    );
  });

  test("does not see the future: cutting it off changes no bit of the past", () => {
    assert(
      property(walks, periods, integer({ min: 0, max: 120 }), (closes, period, cut) => {
        const candles = candlesAround(closes);
        const whole = compute(candles, period).slice(0, cut);
        expect(compute(upTo(candles, cut), period)).toEqual(whole);
      }),
    );
  });

  test("is exact on a market that never moves", () => {
    for (const flat of [1, 0.1, 1234.56789, 1e9 + 0.1]) {
      const found = compute(candlesAround(Array.from({ length: 300 }, () => flat)), 7);
      expect(new Set(found.slice(warmUp(7)))).toEqual(new Set([still(flat)]));
    }
  });

  test("follows a change of the price's unit", () => {
    assert(
      property(walks, periods, (closes, period) => {
        const plain = compute(candlesAround(closes), period);
        const scaled = compute(candlesAround(closes.map((value) => value * 1024)), period);
        const factor = unit === "percent" ? 1 : 1024;
        expect(scaled).toEqual(plain.map((value) => value * factor));
      }),
    );
  });

  test("keeps small movements on a huge price", () => {
    const moves = Array.from({ length: 400 }, (_, i) => ((i * 7919) % 101) / 1024);
    const plain = compute(candlesAround(moves), 20);
    const lifted = compute(candlesAround(moves.map((value) => value + 1e9)), 20);
    const offset = unit === "price" ? 1e9 : 0;
    const allowed = unit === "percent" ? 1e-3 : 1e-5;
    for (let i = warmUp(20); i < moves.length; i++) {
      expect(Math.abs(lifted[i]! - offset - plain[i]!)).toBeLessThan(allowed);
    }
  });
});

describe("periods and arrays", () => {
  const values = Float64Array.of(1, 2, 3, 4);

  test.each([
    ["sma", (n: number) => sma(values, n)],
    ["slidingMean", (n: number) => slidingMean(values, n)],
    ["ema", (n: number) => ema(values, n)],
    ["wma", (n: number) => wma(values, n)],
    ["dema", (n: number) => dema(values, n)],
    ["rsi", (n: number) => rsi(values, n)],
    ["standardDeviation", (n: number) => standardDeviation(values, n)],
    ["bollinger", (n: number) => bollinger(values, n)],
    ["highest", (n: number) => highest(values, n)],
  ])("%s refuses a period that is no whole number of at least 1", (name, compute) => {
    for (const period of [0, -1, 1.5, NaN, Infinity]) {
      expect(() => compute(period)).toThrow(name);
    }
  });

  test("a period longer than the values gives no value and no error", () => {
    expect(sma(values, 5)).toEqual(new Float64Array(4).fill(NaN));
    expect(rsi(new Float64Array(), 5)).toHaveLength(0);
  });

  test("an output array is written and returned, one of another length or the input is refused", () => {
    const out = new Float64Array(4);
    expect(sma(values, 2, out)).toBe(out);
    expect(out).toEqual(Float64Array.of(NaN, 1.5, 2.5, 3.5));
    expect(() => sma(values, 2, new Float64Array(3))).toThrow(/output array of 4 numbers/);
    expect(() => ema(values, 2, values)).toThrow(/the input itself/);
  });

  test("an indicator of an indicator begins after its warm-up", () => {
    const twice = sma(sma(Float64Array.of(1, 2, 3, 4, 5), 2), 2);
    expect(twice).toEqual(Float64Array.of(NaN, NaN, 2, 3, 4));
  });

  test("the sample deviation needs two values, a width must be finite", () => {
    expect(() => standardDeviation(values, 1, { kind: "sample" })).toThrow(/at least 2/);
    expect(() => bollinger(values, 2, NaN)).toThrow(/width/);
    expect(() => trueRange({ high: values, low: values, close: new Float64Array(3) })).toThrow(
      /one length/,
    );
  });
});
