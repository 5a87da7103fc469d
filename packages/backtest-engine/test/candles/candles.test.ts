import { describe, expect, test } from "vitest";

import { createCandles, EngineError, sliceCandles } from "../../src/data/index.ts";

describe("candles in columns", () => {
  test("new candles are zeros of the length asked for, with turnover only when asked", () => {
    const plain = createCandles(3);
    expect(plain.length).toBe(3);
    expect([...plain.close]).toEqual([0, 0, 0]);
    expect(plain.turnover).toBeUndefined();
    expect(createCandles(2, { turnover: true }).turnover).toHaveLength(2);
  });

  test.each([-1, 1.5, NaN, Infinity, 2e8])("a length of %s is refused", (length) => {
    expect(() => createCandles(length)).toThrow(EngineError);
  });

  test("a slice is a view: writing through it reaches the whole", () => {
    const candles = createCandles(5, { turnover: true });
    candles.time.set([1, 2, 3, 4, 5]);
    const slice = sliceCandles(candles, 1, -1);
    expect(slice.length).toBe(3);
    expect([...slice.time]).toEqual([2, 3, 4]);
    slice.turnover![0] = 7;
    expect(candles.turnover![1]).toBe(7);
  });

  test("a slice out of range is cut to what is there", () => {
    expect(sliceCandles(createCandles(3), 2, 9).length).toBe(1);
    expect(sliceCandles(createCandles(3), 5).length).toBe(0);
  });
});
