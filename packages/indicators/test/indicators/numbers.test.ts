import { IndicatorCache } from "@bourse/backtest-engine/strategies";
import { seededRandom } from "@bourse/kernel";
import { array, assert, double, integer, property } from "fast-check";
import { describe, expect, test } from "vitest";

import { bollinger, crossings, slidingMean, sma, standardDeviation, wma } from "../../src/index.ts";

/** The textbook sums over each window, in exact integers. */
function windowsOf(values: readonly bigint[], period: number): bigint[][] {
  return values.map((_, index) => values.slice(index + 1 - period, index + 1)).slice(period - 1);
}

describe("sliding windows against exact sums", () => {
  const integers = array(integer({ min: -1_000_000, max: 1_000_000 }), {
    minLength: 1,
    maxLength: 80,
  });

  test("the means and wma equal the window's own sum", () => {
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
        close(slidingMean(numbers, period), means);
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

describe("how far a mean is from the exact one, in units in the last place", () => {
  const random = seededRandom(11);
  const walk = (step: (price: number) => number): Float64Array => {
    let price = 20_000;
    return Float64Array.from({ length: 5_000 }, () => (price = step(price)));
  };
  const move = (price: number): number => price * (1 + (random.next() - 0.5) * 0.004);

  test.each([
    ["prices of any digits", walk(move)],
    ["prices of whole cents", walk((price) => Math.round(move(price) * 100) / 100)],
    ["a price of 1e9 that moves by 1e-3", walk(() => 1e9 + random.next() * 1e-3)],
  ])("%s: sma within 1 for any window up to 500, and never worse than the chain", (_, values) => {
    for (const period of [2, 5, 20, 100, 500]) {
      const error = worstError(sma(values, period), values, period);
      expect(error).toBeLessThanOrEqual(1);
      const chain = worstError(slidingMean(values, period), values, period);
      expect(error).toBeLessThanOrEqual(Math.max(chain, 0.5));
    }
  });

  test("values over eight orders of magnitude: sma within half a unit of each value's own size", () => {
    const values = Float64Array.from({ length: 5_000 }, () => 10 ** (random.next() * 8));
    for (const period of [2, 5, 20, 200]) {
      const found = sma(values, period);
      const exact = exactSums(values, period);
      for (let i = period - 1; i < values.length; i++) {
        const difference = exactInteger(found[i]!) * BigInt(period) - exact[i]!;
        const largest = Math.max(...values.subarray(i + 1 - period, i + 1));
        const bound = (exactInteger(largest) * BigInt(period * (period + 2))) >> 53n;
        expect(difference < 0n ? -difference : difference).toBeLessThanOrEqual(bound);
      }
    }
  });

  /** A float64 as a whole number of the smallest one, 2 ** -1074. */
  function exactInteger(value: number): bigint {
    const bits = new BigUint64Array(Float64Array.of(value).buffer)[0]!;
    const exponent = (bits >> 52n) & 2047n;
    const digits = bits & ((1n << 52n) - 1n);
    const size = exponent === 0n ? digits : (digits | (1n << 52n)) << (exponent - 1n);
    return bits >> 63n === 1n ? -size : size;
  }

  function exactSums(values: Float64Array, period: number): bigint[] {
    const integers = Array.from(values, exactInteger);
    let sum = 0n;
    return integers.map((value, i) => (sum += value - (integers[i - period] ?? 0n)));
  }

  function worstError(found: Float64Array, values: Float64Array, period: number): number {
    const exact = exactSums(values, period).slice(period - 1);
    return Math.max(
      ...exact.map((sum, k) => {
        const mean = found[k + period - 1]!;
        const unit = exactInteger(2 ** (Math.floor(Math.log2(Math.abs(mean))) - 52));
        const difference = exactInteger(mean) * BigInt(period) - sum;
        return Math.abs(Number((difference * 1000n) / (unit * BigInt(period)))) / 1000;
      }),
    );
  }
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
      expect(sma(values, 6)[i]).toBe(sma(clean, 6)[i]);
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
    for (const mean of [sma, slidingMean]) {
      expect(mean(values, 5).slice(60)).toEqual(mean(values, 20).slice(60));
      expect(mean(values, 20).slice(60)).toEqual(values.slice(60));
    }
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
