/** Values that callers mistake for candles, and the first fault of a file: named, and no TypeError. */

import { describe, expect, test } from "vitest";

import { latestSignal } from "../../src/backtest/latest-signal.ts";
import { backtestPortfolio } from "../../src/backtest/portfolio.ts";
import {
  applyGapPolicy,
  candlesFromRows,
  parseCandlesCsv,
  validateCandles,
  writeCandlesCsv,
} from "../../src/data/index.ts";
import { backtest, sweep, walkForward } from "../../src/index.ts";
import { auditLookAhead } from "../../src/research/index.ts";
import { simulate, simulateOrders } from "../../src/simulation/index.ts";
import { createStrategyRegistry } from "../../src/strategies/index.ts";
import { faultsOf } from "./faults-of.ts";
import { fromCloses } from "./make-candles.ts";

const DAY = 86_400_000;
const candles = fromCloses(Array.from({ length: 200 }, (_, i) => 100 + 10 * Math.sin(i / 5)));
const rows = Array.from(candles.time, (timestamp, i) => ({
  timestamp: timestamp + Date.UTC(2024, 0, 1),
  open: candles.open[i]!,
  high: candles.high[i]!,
  low: candles.low[i]!,
  close: candles.close[i]!,
  volume: 1,
}));

const rsi = createStrategyRegistry().get("rsi") as never;
const none = { signals: new Uint8Array(), warmUp: 0 };
const CALLS: readonly [string, (given: never) => unknown][] = [
  ["backtest", (given) => backtest(given)],
  ["sweep", (given) => sweep(given)],
  ["walkForward", (given) => walkForward(given, { trainCandles: 50, testCandles: 20 })],
  ["simulate", (given) => simulate(given, none)],
  ["simulateOrders", (given) => simulateOrders({ X: given }, { onCandle: () => undefined })],
  ["backtestPortfolio", (given) => backtestPortfolio({ X: given })],
  ["latestSignal", (given) => latestSignal(rsi, {}, given)],
  ["auditLookAhead", (given) => auditLookAhead(rsi, {}, given)],
  ["validateCandles", (given) => validateCandles(given)],
  ["applyGapPolicy", (given) => applyGapPolicy(given)],
];

describe("a value that is no candles is refused with what it is, by", () => {
  test.each(CALLS)("%s", async (name, call) => {
    for (const [given, words] of [
      [candlesFromRows(rows), /what a reader returns; give its candles/],
      [rows, /an array; read rows with candlesFromRows/],
      [undefined, /found nothing/],
      [null, /found null/],
      ["candles.csv", /found a string/],
      [{}, /an object without a length/],
      [{ ...candles, close: [1, 2] }, /whose close is no Float64Array/],
      [{ ...candles, turnover: [1, 2] }, /whose turnover is no Float64Array/],
    ] as const) {
      const refusal = await Promise.resolve()
        .then(() => call(given as never))
        .catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: "CANDLES_INVALID" });
      expect(String(refusal)).toMatch(words);
      expect(String(refusal)).toContain(name);
    }
  });

  test("functions of several markets, of anything but an object", () => {
    for (const given of [undefined, null, [candles], "X"]) {
      const refused = expect.objectContaining({ code: "CANDLES_INVALID" }) as Error;
      expect(() => backtestPortfolio(given as never)).toThrow(refused);
      expect(() => simulateOrders(given as never, { onCandle: () => undefined })).toThrow(refused);
    }
  });
});

describe("a file whose newest candle comes first", () => {
  const lines = writeCandlesCsv(candlesFromRows(rows).candles).trimEnd().split("\n");
  const newestFirst = [lines[0]!, ...lines.slice(1).toReversed()];
  const withCell = (row: number, column: number, text: string): string =>
    newestFirst
      .map((line, k) => (k === row ? line.split(",").with(column, text).join(",") : line))
      .join("\n");

  test.each([
    ["a close that is no number", 4, "n/a", "close"],
    ["a time that is none", 0, "soon", "timestamp"],
    ["a negative low", 3, "-1", "low"],
  ])("names %s alone, at its row", (_, column, text, name) => {
    const faults = faultsOf(() => parseCandlesCsv(withCell(70, column, text)));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ row: 71, column: name, text });
  });

  test("is still read from the oldest on", () => {
    const read = parseCandlesCsv(newestFirst.join("\n"));
    expect(read.candles.time[0]).toBe(rows[0]!.timestamp);
    expect(read.candles.length).toBe(200);
  });
});

describe("gaps are not looked for", () => {
  test.each([
    ["in candles without an end", { ...candles, length: Infinity }],
    ["up to a time without an end", { ...candles, time: candles.time.with(-1, Infinity) }],
    ["between times that are none", { ...candles, time: candles.time.map(() => Number.NaN) }],
  ])("%s", (_, given) => {
    const refused = expect.objectContaining({ code: "CANDLES_INVALID" }) as Error;
    expect(() => applyGapPolicy(given, "fill", "D")).toThrow(refused);
  });

  test("at an interval that is none", () => {
    const refused = expect.objectContaining({ code: "INTERVAL_INVALID" }) as Error;
    for (const given of ["1h", "x", 60, null, Symbol("x"), Object.create(null)] as never[]) {
      expect(() => applyGapPolicy(candlesFromRows(rows).candles, "fill", given)).toThrow(refused);
    }
  });
});

describe("gaps of daily candles", () => {
  const daily = (isOpen: (weekday: number, k: number) => boolean, days = 400) => {
    const times = Array.from({ length: days }, (_, k) => Date.UTC(2024, 0, 1) + k * DAY);
    const kept = times.filter((time, k) => isOpen(new Date(time).getUTCDay(), k));
    const found = fromCloses(kept.map((_, i) => 100 + i));
    found.time.set(kept);
    return found;
  };

  test.each<[string, readonly number[]]>([
    ["from Monday to Friday", [1, 2, 3, 4, 5]],
    ["from Sunday to Thursday", [0, 1, 2, 3, 4]],
    ["from Monday to Saturday", [1, 2, 3, 4, 5, 6]],
    ["every day", [0, 1, 2, 3, 4, 5, 6]],
  ])("are the holidays, not the days on which a market %s is closed", (_, open) => {
    const isOpen = (weekday: number): boolean => open.includes(weekday);
    expect(validateCandles(daily(isOpen))).toMatchObject({ gaps: [], missing: 0 });
    const holidays = [100, 101, 200].filter((k) =>
      isOpen(new Date(k * DAY + Date.UTC(2024, 0, 1)).getUTCDay()),
    );
    const withHolidays = daily((weekday, k) => isOpen(weekday) && !holidays.includes(k));
    expect(validateCandles(withHolidays).missing).toBe(holidays.length);
    const { candles: filled } = applyGapPolicy(withHolidays, "fill");
    expect(filled.time).toEqual(daily(isOpen).time);
  });

  test("are the missing days of a market that never closes, of a month too", () => {
    expect(validateCandles(daily((_, k) => k < 100 || k > 130)).missing).toBe(31);
    expect(validateCandles(daily((_, k) => k !== 3, 8)).missing).toBe(1);
  });
});
