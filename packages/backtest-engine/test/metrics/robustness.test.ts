import { describe, expect, test } from "vitest";

import { normalQuantile, normalShareBelow } from "../../src/metrics/normal.ts";
import {
  deflatedSharpe,
  expectedBestSharpe,
  probabilisticSharpe,
  sharpeSample,
} from "../../src/research/index.ts";

describe("the normal distribution", () => {
  test("has its published values", () => {
    expect(normalShareBelow(NaN)).toBeNaN();
    expect(normalShareBelow(0)).toBe(0.5);
    expect(normalShareBelow(1)).toBeCloseTo(0.841_344_746_068_543, 14);
    expect(normalShareBelow(-1.96)).toBeCloseTo(0.024_997_895_148_220, 14);
    expect(normalShareBelow(8)).toBeCloseTo(1, 14);
    expect(normalQuantile(0.975)).toBeCloseTo(1.959_963_984_540_054, 12);
    expect(normalQuantile(0.001)).toBeCloseTo(-3.090_232_306_167_813, 10);
  });

  test("goes there and back", () => {
    for (const share of [1e-6, 0.01, 0.3, 0.5, 0.9, 0.9999]) {
      expect(normalShareBelow(normalQuantile(share))).toBeCloseTo(share, 12);
    }
  });
});

describe("the deflated Sharpe ratio", () => {
  // The example of the paper: 2.5 a year over 1,250 days, the best of 100 tries with a variance of 1/2 a year.
  const sample = { sharpe: 2.5 / Math.sqrt(250), count: 1250, skewness: -3, kurtosis: 10 };
  const variance = 0.5 / 250;

  test("equals the published example", () => {
    expect(expectedBestSharpe({ count: 100, variance })).toBeCloseTo(0.1132, 4);
    expect(deflatedSharpe(sample, { count: 100, variance })).toBeCloseTo(0.9004, 4);
    expect(deflatedSharpe(sample, { count: 46, variance })).toBeCloseTo(0.9505, 4);
  });

  test("of a single try is the probability that there is any skill", () => {
    expect(deflatedSharpe(sample, { count: 1, variance })).toBe(probabilisticSharpe(sample));
  });

  test("takes its sample from returns, and has none where they do not vary", () => {
    const found = sharpeSample(Float64Array.of(0.01, -0.01, 0.03, 0.01, NaN))!;
    expect(found.count).toBe(4);
    expect(found.sharpe).toBeCloseTo(0.01 / Math.sqrt(0.0008 / 3), 12);
    expect(found.skewness).toBeCloseTo(0, 12);
    expect(found.kurtosis).toBeCloseTo(2, 12);
    expect(sharpeSample(Float64Array.of(0.01, 0.01, 0.01))).toBeNull();
    expect(sharpeSample(Float64Array.of(0.01, 0.02))).toBeNull();
  });
});
