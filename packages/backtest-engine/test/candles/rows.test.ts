import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { candlesFromKlines, candlesFromRows } from "../../src/data/index.ts";
import { faultsOf } from "./faults-of.ts";
import { START } from "./make-candles.ts";

const second = START + 60_000;
const bybit = [
  [String(second), "11", "12", "9", "10", "0.5", "5.25"],
  [String(START), "10", "12", "9", "11", "5", "55"],
];

describe("candles from JSON", () => {
  test("klines newest first come out oldest first, with turnover where asked", () => {
    const { candles, interval } = candlesFromKlines(bybit, { turnoverColumn: 6 });
    expect([...candles.time]).toEqual([START, second]);
    expect([...candles.turnover!]).toEqual([55, 5.25]);
    expect(interval).toBe("1");
  });

  test("klines oldest first, in numbers, stay in order", () => {
    const rows = bybit.toReversed().map((row) => row.map(Number));
    expect(candlesFromKlines(rows, { turnoverColumn: 6 })).toEqual(
      candlesFromKlines(bybit, { turnoverColumn: 6 }),
    );
  });

  test("a bad cell of klines is named by the row as it was sent", () => {
    const rows = [bybit[0]!, bybit[1]!.with(4, "n/a")];
    expect(faultsOf(() => candlesFromKlines(rows))).toEqual([
      { row: 2, column: "close", text: "n/a", problem: 'close "n/a" is not a decimal number' },
    ]);
  });

  test("records read alike with times as numbers or ISO text", () => {
    const record = { open: 10, high: "12", low: 9, close: 11, volume: 5 };
    const one = candlesFromRows([{ timestamp: START, ...record }]);
    expect(candlesFromRows([{ timestamp: "2024-01-01T00:00:00.000Z", ...record }])).toEqual(one);
    expect(one.candles.turnover).toBeUndefined();
  });

  test("daily records are filed by the date that they state", () => {
    const record = { open: 10, high: 12, low: 9, close: 11, volume: 5 };
    const rows = ["2024-01-05T00:00:00+01:00", "2024-01-08T00:00:00+01:00"].map((timestamp) => ({
      timestamp,
      ...record,
    }));
    expect([...candlesFromRows(rows).candles.time]).toEqual([
      Date.UTC(2024, 0, 5),
      Date.UTC(2024, 0, 8),
    ]);
  });

  test("implausible times are refused with what was expected, dates of long ago read", () => {
    const record = { open: 10, high: 12, low: 9, close: 11, volume: 5 };
    const problemOf = (timestamp: number | string): string | undefined =>
      faultsOf(() => candlesFromRows([{ timestamp, ...record }]))[0]?.problem;
    for (const seconds of [1_704_067_200, "1704067200"]) {
      expect(problemOf(seconds)).toMatch(
        /^timestamp "1704067200" \(1970-01-20.*\) is before 1980; expected milliseconds since 1970/u,
      );
    }
    expect(problemOf("1970-01-20T17:21:07.200Z")).toMatch(/no time of candles; expected a date/u);
    expect(problemOf(Date.UTC(2100, 0))).toMatch(/is after 2099/u);
    const old = candlesFromRows([{ timestamp: "1962-01-02", ...record }]).candles;
    expect([...old.time]).toEqual([Date.UTC(1962, 0, 2)]);
  });

  test("records that are none, or lack a field, are named from row 1", () => {
    const rows = [null, { timestamp: START, open: 1, high: 1, low: 1, volume: 0 }] as never[];
    const faults = faultsOf(() => candlesFromRows(rows));
    expect(faults.map(({ row, column }) => `${row} ${column}`)).toEqual([
      "1 timestamp",
      "1 open",
      "1 high",
      "1 low",
      "1 close",
      "1 volume",
      "2 close",
    ]);
  });

  test("rules between cells hold for records too", () => {
    const rows = [
      { timestamp: START, open: 1, high: 1, low: 1, close: 1, volume: 0 },
      { timestamp: START, open: 3, high: 2, low: 1, close: 1, volume: 0 },
    ];
    expect(faultsOf(() => candlesFromRows(rows)).map((fault) => fault.problem)).toEqual([
      `timestamp ${START} (2024-01-01T00:00:00.000Z) repeats that of row 1`,
      "open 3 is above the high 2",
    ]);
  });

  test("a row with an object in the place of its time is refused, not thrown at", () => {
    const rows = [[], [{ toString: null }]];
    expect(faultsOf(() => candlesFromKlines(rows as never))).not.toEqual([]);
  });

  test("property: any JSON rows are read or refused as candles", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), (rows) => {
        expect(faultsOf(() => candlesFromRows(rows as never))).not.toEqual([]);
        expect(faultsOf(() => candlesFromKlines(rows as never))).not.toEqual([]);
      }),
    );
  });

  test("no rows are no candles", () => {
    expect(candlesFromRows([]).candles.length).toBe(0);
    expect(candlesFromKlines([]).candles.length).toBe(0);
  });
});
