import { expect, test } from "vitest";

import { checkInterval, detectInterval, type Interval } from "../../src/data/index.ts";
import { fromBars, START } from "./make-candles.ts";

const at = (times: readonly number[]) => fromBars(times.map((time) => [time, 1, 1, 1, 1, 1]));

const DAYS = 86_400;

test.each([
  [10, "10s"],
  [90, "90s"],
  [45 * 60, "45"],
  [8 * 3600, "480"],
  [3 * DAYS, "3D"],
  [7 * DAYS, "W"],
  [14 * DAYS, "2W"],
  [28 * DAYS, "4W"],
  [30 * DAYS, "30D"],
  [0.5, undefined],
  [4000 * DAYS, undefined],
])("steps of %d seconds are candles of %s, with a gap too", (seconds, interval) => {
  const candles = at([0, 1, 2, 3, 4, 7, 8].map((n) => START + n * seconds * 1000));
  expect(detectInterval(candles)).toBe(interval);
});

test.each([
  [1, "M"],
  [2, "2M"],
  [3, "3M"],
  [6, "6M"],
  [12, "12M"],
])("candles at the first of every %i months are candles of %s", (months, interval) => {
  const times = [0, 1, 2, 4, 5, 6].map((n) => Date.UTC(2020, n * months));
  for (const from of [0, 1, 3, 4]) {
    expect(detectInterval(at(times.slice(from)))).toBe(interval);
    expect(() => checkInterval(at(times.slice(from)), interval as Interval)).not.toThrow();
  }
});

test("months that begin at midnight elsewhere are months", () => {
  const times = [0, 1, 2, 3, 4, 5].map((month) => Date.UTC(2024, month) - 2 * 3_600_000);
  expect(detectInterval(at(times))).toBe("M");
});

test("one candle has no interval, and neither have steps of which none is the rule", () => {
  expect(detectInterval(at([START]))).toBeUndefined();
  const times = [0, 7, 19, 26, 50, 75, 101].map((minute) => START + minute * 60_000);
  expect(detectInterval(at(times))).toBeUndefined();
});

test("the usual intervals are known by their most frequent step, however many others there are", () => {
  const times = [0, 60, 120, 420, 530, 700, 811].map((minute) => START + minute * 60_000);
  expect(detectInterval(at(times))).toBe("60");
});

test("candles of eight hours are not those of ten minutes, and a quarter is no month", () => {
  const hours = at([0, 8, 16, 24].map((hour) => START + hour * 3_600_000));
  expect(() => checkInterval(hours, "10")).toThrow("must be 10m apart; they are 8h apart");
  const months = at([0, 1, 2, 3].map((month) => Date.UTC(2024, month)));
  expect(() => checkInterval(months, "3M")).toThrow("must be 3M apart; they are 1M apart");
});
