/** Files without a header: the columns that were taken by their place are checked against their values. */

import { describe, expect, test } from "vitest";

import { parseCandlesCsv } from "../../src/data/index.ts";

const DAY = 86_400_000;

/** Rows of days that rise by one: each opens where the day before closed. */
function rows(spell: (day: number, open: number, close: number) => readonly number[], days = 30) {
  const start = Date.UTC(2026, 0, 1);
  return Array.from({ length: days }, (_, day) =>
    spell(start + day * DAY, 100 + day, 101 + day).join(","),
  ).join("\n");
}

describe("a file without a header", () => {
  test("whose open and close stand in each other's place is refused, and read when they are told", () => {
    const file = rows((time, open, close) => [time, close, close + 1, open - 1, open, 5]);
    expect(() => parseCandlesCsv(file)).toThrow(/the closes follow the opens before them/u);
    const columns = { time: 1, open: 5, high: 3, low: 4, close: 2, volume: 6 };
    expect([...parseCandlesCsv(file, { columns }).candles.open.subarray(0, 2)]).toEqual([100, 101]);
  });

  test("in the usual order is read, the newest first too", () => {
    const file = rows((time, open, close) => [time, open, close + 1, open - 1, close, 5]);
    const newestFirst = file.split("\n").toReversed().join("\n");
    for (const text of [file, newestFirst]) {
      expect(parseCandlesCsv(text).candles.close.at(-1)).toBe(130);
    }
  });

  test("states a seventh column that is no turnover as unknown, and says nothing of one that is", () => {
    const unknown = /unknown what column 7 holds/u;
    const trades = rows((time, open, close) => [time, open, close + 1, open - 1, close, 5, 17]);
    expect(parseCandlesCsv(trades).format.assumptions.join(" ")).toMatch(unknown);
    const turnover = rows((time, open, close) => [
      time,
      open,
      close + 1,
      open - 1,
      close,
      5,
      5 * close,
    ]);
    expect(parseCandlesCsv(turnover).format.assumptions.join(" ")).not.toMatch(unknown);
    const inverse = rows((time, open, close) => [
      time,
      open,
      close + 1,
      open - 1,
      close,
      500,
      500 / close,
    ]);
    expect(parseCandlesCsv(inverse).format.assumptions.join(" ")).not.toMatch(unknown);
  });
});
