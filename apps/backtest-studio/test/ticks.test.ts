import fc from "fast-check";
import { expect, test } from "vitest";

import { measureText } from "../page/chart/measure.ts";
import { digitsOfPrices } from "../page/chart/price-digits.ts";
import { percentTexts, tickTexts, ticksOf } from "../page/chart/ticks.ts";
import { price } from "../page/model/numbers.ts";

test.each([
  [1.2e-9, 1.9e-9, ["0.0000000012", "0.0000000014", "0.0000000016", "0.0000000018"]],
  [0.1, 0.4, ["0.1", "0.2", "0.3", "0.4"]],
  [-3, 3, ["−2", "0", "2"]],
  [1.21e12, 1.53e12, ["1,300,000,000,000", "1,400,000,000,000", "1,500,000,000,000"]],
])("an axis from %d to %d has whole labels", (min, max, expected) => {
  expect(tickTexts(ticksOf(min, max, 4))).toEqual(expected);
});

test("labels of any scale differ, rise, and say what their tick is", () => {
  const start = fc.tuple(
    fc.double({ min: 1, max: 10, noNaN: true }),
    fc.integer({ min: -9, max: 12 }),
  );
  const length = fc.double({ min: 0.001, max: 1000, noNaN: true });
  fc.assert(
    fc.property(
      start,
      length,
      fc.integer({ min: 2, max: 12 }),
      fc.boolean(),
      (at, part, most, isLog) => {
        const min = at[0] * 10 ** at[1];
        const max = min * (1 + part);
        const ticks = ticksOf(min, max, most, isLog);
        const texts = tickTexts(ticks);
        expect(new Set(texts).size).toBe(ticks.length);
        for (const [place, tick] of ticks.entries()) {
          expect(tick).toBeGreaterThanOrEqual(min * (1 - 1e-9));
          expect(tick).toBeLessThanOrEqual(max * (1 + 1e-9));
          const read = Number((texts[place] ?? "").replaceAll(",", "").replace("−", "-"));
          expect(Math.abs(read - tick)).toBeLessThanOrEqual(1e-9 * tick);
        }
      },
    ),
  );
});

test("a logarithmic axis over many powers of ten shows powers of ten", () => {
  expect(tickTexts(ticksOf(0.003, 4000, 8, true))).toEqual([
    "0.01",
    "0.1",
    "1",
    "10",
    "100",
    "1,000",
  ]);
});

test("two powers of ten far apart stand with their own digits", () => {
  expect(tickTexts([0.01, 10])).toEqual(["0.01", "10"]);
});

test("shares stand as per cent with the digits of their step", () => {
  expect(percentTexts([-0.02, -0.015, -0.01])).toEqual(["−2.0 %", "−1.5 %", "−1.0 %"]);
});

test("prices have the digits of their tick, and the integer part is never cut", () => {
  expect(digitsOfPrices({ close: [0.1, 0.25], high: [0.3, 0.125] })).toBe(3);
  expect(digitsOfPrices({ close: [1_234_567_890_123], high: [1_234_567_890_124] })).toBe(0);
  expect(price(1_234_567_890_123)).toBe("1,234,567,890,123");
  expect(price(0.000_000_001_234)).toBe("0.000000001234");
  expect(price(100, 2)).toBe("100.00");
});

test("what is measured is the change in price, per cent, candles and time", () => {
  const from = { seconds: 0, price: 100 };
  expect(measureText(from, { seconds: 90_000, price: 102.5 }, 3600)).toBe(
    "+2.5000 (+2.50 %) · 25 candles · 1 d 1 h",
  );
  expect(measureText({ seconds: 7200, price: 100 }, { seconds: 0, price: 90 }, 3600)).toBe(
    "−10.0000 (−10.00 %) · −2 candles · −2 h",
  );
});
