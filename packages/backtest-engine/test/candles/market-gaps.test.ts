import { openCalendar, type Calendar } from "@bourse/indicators/calendar";
import { describe, expect, test } from "vitest";

import type { Candles } from "../../src/candles/candles.ts";
import { applyGapPolicy, validateCandles } from "../../src/data/index.ts";
import { fromBars, type Bar } from "./make-candles.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Candles of every session of a market, but for those that `isLeftOut` names. */
function sessionCandles(
  calendar: Calendar,
  minutes: number,
  isLeftOut: (time: number, date: string) => boolean = () => false,
  [from, to]: readonly [string, string] = ["2024-01-01", "2024-07-01"],
): Candles {
  const bars: Bar[] = [];
  for (const [start, end] of openCalendar(calendar).stretches(Date.parse(from), Date.parse(to))) {
    for (let time = start; time < end; time += minutes * MINUTE) {
      const { date } = openCalendar(calendar).sessionOf(time);
      if (!isLeftOut(time, date)) bars.push([time, 10, 11, 9, 10, 1]);
    }
  }
  return fromBars(bars);
}

const MARKETS: readonly (readonly [Calendar, number])[] = [
  ["XNYS", 1],
  ["XNYS", 15],
  ["XETR", 30],
  ["XTKS", 30],
  ["XSAU", 60],
  ["XASX", 10],
  ["CME", 60],
  ["FX", 60],
  ["always", 15],
];

describe.each(MARKETS)("%s, candles of %i minutes", (calendar, minutes) => {
  const range: readonly [string, string] =
    minutes === 1 ? ["2024-02-20", "2024-04-05"] : ["2024-01-01", "2024-07-01"];
  const whole = sessionCandles(calendar, minutes, undefined, range);

  test("a closed market is no gap, by its calendar or as the candles show it", () => {
    expect(validateCandles(whole, { calendar })).toMatchObject({ calendar, missing: 0, gaps: [] });
    expect(validateCandles(whole)).toMatchObject({
      calendar: calendar === "always" ? "always" : "found",
      missing: 0,
      gaps: [],
    });
  });

  test("a date that is left out is a gap until the calendar names it", () => {
    const date = "2024-03-06";
    const cut = sessionCandles(calendar, minutes, (_, own) => own === date, range);
    const count = whole.length - cut.length;
    expect(count).toBeGreaterThan(4);
    expect(validateCandles(cut, { calendar }).missing).toBe(count);
    const named = { XNYS: ["09:30", "16:00"], XETR: ["09:00", "17:30"] } as const;
    const hours =
      typeof calendar === "string" && calendar in named ? named[calendar as "XNYS"] : undefined;
    if (hours === undefined) return;
    const zone = openCalendar(calendar).timeZone;
    const holidays = { zone, sessions: [hours], holidays: [date] };
    expect(validateCandles(cut, { calendar: holidays })).toMatchObject({
      missing: 0,
      calendar: "custom",
    });
  });

  test("candles that are left out inside a session are counted and filled", () => {
    const times = [...whole.time];
    const lost = new Set([7, 8, 9, Math.floor(times.length / 2)].map((k) => times[k]!));
    const cut = sessionCandles(calendar, minutes, (time) => lost.has(time), range);
    expect(validateCandles(cut, { calendar }).missing).toBe(lost.size);
    const result = applyGapPolicy(cut, "fill", undefined, calendar);
    expect([...result.candles.time]).toEqual(times);
    expect(() => applyGapPolicy(cut, "refuse", undefined, calendar)).toThrow(/missing in/);
    expect(applyGapPolicy(whole, "refuse", undefined, calendar).candles).toBe(whole);
  });
});

test("daily candles are expected on the dates of the sessions", () => {
  const dates = ["2024-03-07", "2024-03-10", "2024-03-11", "2024-03-12", "2024-03-14"];
  const candles = fromBars(dates.map((date): Bar => [Date.parse(date), 10, 11, 9, 10, 1]));
  expect(validateCandles(candles, { calendar: "XSAU", interval: "D" })).toMatchObject({
    missing: 1,
    gaps: [{ afterTime: Date.parse("2024-03-12"), missing: 1 }],
  });
});

test("a gap of many years in candles of seconds is counted at once", () => {
  const start = Date.parse("1980-01-07T14:30Z");
  const bars = [0, 1, 2, DAY / 1000, DAY / 500, 1.3e9].map((second): Bar => [
    start + second * 1000,
    10,
    11,
    9,
    10,
    1,
  ]);
  const candles = fromBars(bars);
  expect(validateCandles(candles, { interval: "1s" }).missing).toBeGreaterThan(1e9);
  expect(validateCandles(candles, { interval: "1s", calendar: "XNYS" }).missing).toBeGreaterThan(
    1e8,
  );
});

test.each([null, "XX", {}, 7])("%j is no calendar", (wrong) => {
  const candles = sessionCandles("XNYS", 60, undefined, ["2024-03-01", "2024-03-20"]);
  const refused = expect.objectContaining({
    name: "EngineError",
    code: "OPTIONS_INVALID",
  }) as Error;
  expect(() => validateCandles(candles, { calendar: wrong as Calendar })).toThrow(refused);
  expect(() => applyGapPolicy(candles, "report", "60", wrong as Calendar)).toThrow(refused);
});
