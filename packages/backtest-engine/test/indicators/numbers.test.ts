import { array, assert, double, integer, property } from "fast-check";
import { describe, expect, test } from "vitest";

import {
  bollinger,
  crossings,
  IndicatorCache,
  sma,
  standardDeviation,
  wma,
} from "../../src/indicators/index.ts";

/** The textbook sums over each window, in exact integers. */
function windowsOf(values: readonly bigint[], period: number): bigint[][] {
  return values.map((_, index) => values.slice(index + 1 - period, index + 1)).slice(period - 1);
}

describe("sliding windows against exact sums", () => {
  const integers = array(integer({ min: -1_000_000, max: 1_000_000 }), {
    minLength: 1,
    maxLength: 80,
  });

  test("sma and wma equal the window's own sum", () => {
    assert(
      property(integers, integer({ min: 1, max: 20 }), (values, period) => {
        const numbers = Float64Array.from(values);
        const windows = windowsOf(values.map(BigInt), period);
        const means = windows.map((w) => Number(w.reduce((a, b) => a + b, 0n)) / period);
        const weighted = windows.map(
          (w) =>
            (2 * Number(w.reduce((a, b, k) => a + b * BigInt(k + 1), 0n))) /
            (period * (period + 1)),
        );
        const close = (found: Float64Array, exact: readonly number[]): void => {
          for (const [k, value] of exact.entries()) {
            expect(Math.abs(found[k + period - 1]! - value)).toBeLessThan(1e-8);
          }
        };
        close(sma(numbers, period), means);
        close(wma(numbers, period), weighted);
      }),
    );
  });

  test("the deviation equals the window's own, population and sample", () => {
    assert(
      property(integers, integer({ min: 2, max: 20 }), (values, period) => {
        const numbers = Float64Array.from(values);
        const population = standardDeviation(numbers, period);
        const sample = standardDeviation(numbers, period, { kind: "sample" });
        for (const [k, w] of windowsOf(values.map(BigInt), period).entries()) {
          const sum = w.reduce((a, b) => a + b, 0n);
          const squares = w.reduce((a, b) => a + b * b, 0n);
          const n = BigInt(period);
          const exact = Math.sqrt(Number(n * squares - sum * sum)) / period;
          expect(Math.abs(population[k + period - 1]! - exact)).toBeLessThan(1e-6);
          expect(
            Math.abs(sample[k + period - 1]! - exact * Math.sqrt(period / (period - 1))),
          ).toBeLessThan(1e-6);
        }
      }),
    );
  });
});

describe("numbers that break naive loops", () => {
  test("a huge value leaves no trace after it has left the window", () => {
    const values = Float64Array.from({ length: 100 }, (_, i) =>
      i === 10 ? 1e15 : 0.001 * (i % 3),
    );
    const clean = values.map((value, i) => (i === 10 ? 0 : value));
    const bands = bollinger(values, 6);
    const expected = bollinger(clean, 6);
    for (let i = 16; i < 100; i++) {
      expect(Math.abs(wma(values, 6)[i]! - wma(clean, 6)[i]!)).toBeLessThan(1e-15);
      expect(Math.abs(bands.upper[i]! - expected.upper[i]!)).toBeLessThan(1e-15);
    }
  });

  test("a window that turns flat has a deviation of exactly 0 and bands on the price", () => {
    const values = Float64Array.from({ length: 60 }, (_, i) => (i < 30 ? 1e6 + i * 17.3 : 0.1));
    const bands = bollinger(values, 20);
    for (let i = 49; i < 60; i++) {
      expect([bands.lower[i], bands.middle[i], bands.upper[i]]).toEqual([0.1, 0.1, 0.1]);
    }
  });

  test("the deviation is never NaN or negative, whatever the prices", () => {
    const prices = array(double({ min: 1e-9, max: 1e12, noNaN: true }), {
      minLength: 20,
      maxLength: 60,
    });
    assert(
      property(prices, integer({ min: 1, max: 20 }), (values, period) => {
        const found = standardDeviation(Float64Array.from(values), period).slice(period - 1);
        expect(found.every((value) => value >= 0)).toBe(true);
      }),
    );
  });

  test("averages of a flat stretch are equal bits for every period, so they never cross on it", () => {
    const values = Float64Array.from({ length: 90 }, (_, i) => (i < 40 ? 0.7 + i * 0.1 : 0.3));
    expect(sma(values, 5).slice(60)).toEqual(sma(values, 20).slice(60));
  });
});

describe("crossings", () => {
  test("are strict on both sides: a touch is none, and after a tie there is none", () => {
    const fast = Float64Array.of(1, 3, 2, 1, 2, 3, 1);
    const slow = Float64Array.of(2, 2, 2, 2, 2, 2, 2);
    expect(crossings(fast, slow)).toEqual(Int8Array.of(0, 1, 0, 0, 0, 0, -1));
  });

  test("are none where a line has no value yet", () => {
    expect(crossings(Float64Array.of(NaN, 3, 1), Float64Array.of(2, 2, 2))).toEqual(
      Int8Array.of(0, 0, -1),
    );
    expect(crossings(new Float64Array(), new Float64Array())).toHaveLength(0);
  });
});

test("a cache computes each array once and tells periods and names apart", () => {
  const cache = new IndicatorCache();
  let computed = 0;
  const compute = (): Float64Array => Float64Array.of(++computed);
  expect(cache.get("sma", 2, compute)).toBe(cache.get("sma", 2, compute));
  cache.get("sma", 3, compute);
  cache.get("ema", 2, compute);
  expect([computed, cache.size]).toEqual([3, 3]);
  cache.clear();
  expect(cache.size).toBe(0);
});
