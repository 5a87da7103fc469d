import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  day,
  decimal,
  duration,
  moment,
  percent,
  quantity,
  signedDecimal,
  signedPercent,
  spaced,
} from "../../src/report/words.ts";

describe("the words of a report", () => {
  test.each([
    [0.1234, "+12.34 %"],
    [-0.05, "−5.00 %"],
    [0, "0.00 %"],
    [-0.000_001, "−0.00010 %"],
    [123.4, "+12,340.00 %"],
    [0.0512, "+5.12 %"],
    [1e-13, "≈ 0 %"],
    [null, "–"],
  ])("a change of %s is written %s", (fraction, text) => {
    expect(signedPercent(fraction)).toBe(text);
  });

  test.each([
    [1234.5, "1,234.50"],
    [-0.001, "−0.0010"],
    [-0, "0.00"],
    [-1_000_000, "−1,000,000.00"],
    [1e18, "1,000,000,000,000,000,000.00"],
    [1e22, "10,000,000,000,000,000,000,000"],
    [null, "–"],
  ])("the number %s is written %s", (value, text) => {
    expect(decimal(value)).toBe(text);
  });

  test.each([
    [0, "0"],
    [17_650.03, "17,650.03"],
    [0.000_012_5, "0.0000125"],
    [100, "100"],
    [1e-12, "0.000000000001"],
    [1_234_567_890_123, "1,234,567,890,123"],
  ])("the quantity %s is written %s", (value, text) => {
    expect(quantity(value)).toBe(text);
  });

  test.each([
    [59, "59 min"],
    [60, "1 h"],
    [200, "3 h 20 min"],
    [1440, "1 d"],
    [2880, "2 d"],
    [17_520, "12 d 4 h"],
    [null, "–"],
  ])("%s minutes are written %s", (minutes, text) => {
    expect(duration(minutes)).toBe(text);
  });

  test("times are UTC", () => {
    expect(moment(1_700_000_000_000)).toBe("2023-11-14 22:13");
    expect(day(1_700_000_000_000)).toBe("2023-11-14");
  });

  test("names of code become words", () => {
    expect(spaced("fast_period")).toBe("fast period");
    expect(spaced("maxDrawdown")).toBe("max drawdown");
  });

  test("no finite number is written as NaN, Infinity two signs or an exponent", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        for (const write of [percent, signedPercent, decimal, signedDecimal, quantity]) {
          expect(write(value)).toMatch(/^(?:≈ 0|[+−]?[\d,]+(?:\.\d+)?)(?: %)?$/u);
        }
      }),
    );
  });
});
