import { describe, expect, test } from "vitest";

import {
  CALENDAR_NAMES,
  openCalendar,
  openingRange,
  openTimeZone,
  type Calendar,
} from "../../src/calendar/index.ts";
import { vwap } from "../../src/index.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

const iso = (time: number): string => new Date(time).toISOString().slice(0, 16);

/** Session of a candle, as text. */
function session(calendar: Calendar, time: string): string {
  const { date, start, end } = openCalendar(calendar).sessionOf(Date.parse(time));
  return `${date} ${iso(start)} ${iso(end)}`;
}

describe("sessions", () => {
  test.each<[Calendar, string, string]>([
    ["XNYS", "2024-03-08T15:00Z", "2024-03-08 2024-03-08T14:30 2024-03-08T21:00"],
    ["XNYS", "2024-03-11T15:00Z", "2024-03-11 2024-03-11T13:30 2024-03-11T20:00"], // summer time
    ["XNYS", "2024-03-09T15:00Z", "2024-03-11 2024-03-11T13:30 2024-03-11T20:00"], // a Saturday
    ["XNYS", "2024-03-08T09:00Z", "2024-03-08 2024-03-08T14:30 2024-03-08T21:00"], // before the opening
    ["XNYS", "2024-03-09T01:00Z", "2024-03-08 2024-03-08T14:30 2024-03-08T21:00"], // after the close
    ["XLON", "2024-07-01T10:00Z", "2024-07-01 2024-07-01T07:00 2024-07-01T15:30"],
    ["XETR", "2024-01-02T10:00Z", "2024-01-02 2024-01-02T08:00 2024-01-02T16:30"],
    ["XTKS", "2024-11-01T03:00Z", "2024-11-01 2024-11-01T00:00 2024-11-01T06:00"],
    ["XTKS", "2024-11-05T03:00Z", "2024-11-05 2024-11-05T00:00 2024-11-05T06:30"], // longer from then on
    ["XSAU", "2024-03-08T10:00Z", "2024-03-10 2024-03-10T07:00 2024-03-10T12:00"], // Friday to Sunday
    ["XASX", "2024-04-08T01:00Z", "2024-04-08 2024-04-08T00:00 2024-04-08T06:00"], // winter time there
    ["CME", "2024-03-10T23:00Z", "2024-03-11 2024-03-10T22:00 2024-03-11T21:00"], // a Sunday evening
    ["FX", "2024-03-08T22:30Z", "2024-03-08 2024-03-07T22:00 2024-03-08T22:00"], // after its last hour
    ["FX", "2024-11-04T00:00Z", "2024-11-04 2024-11-03T22:00 2024-11-04T22:00"],
    ["always", "2024-03-09T23:59Z", "2024-03-09 2024-03-09T00:00 2024-03-10T00:00"],
    ["weekdays", "2024-03-09T23:59Z", "2024-03-11 2024-03-11T00:00 2024-03-12T00:00"],
    [
      {
        zone: "Europe/Madrid",
        days: ["Monday", 3],
        sessions: [["9:00", "14:00"]],
        holidays: ["2024-03-06"],
      },
      "2024-03-05T10:00Z",
      "2024-03-11 2024-03-11T08:00 2024-03-11T13:00",
    ],
  ])("%j: a candle of %s counts to %s", (calendar, time, expected) => {
    expect(session(calendar, time)).toBe(expected);
  });

  test.each(CALENDAR_NAMES)("%s: each session of thirty years follows the one before", (name) => {
    const calendar = openCalendar(name);
    const zone = openTimeZone(calendar.timeZone);
    let time = Date.UTC(2000, 0, 1);
    let count = 0;
    while (time < Date.UTC(2030, 0, 1)) {
      const { date, start, end, until } = calendar.sessionOf(time);
      expect(start).toBeLessThan(end);
      expect(end).toBeLessThanOrEqual(until);
      expect(new Date(zone.localOf(end - 1)).toISOString().slice(0, 10)).toBe(date);
      expect(calendar.isOpen(start)).toBe(true);
      expect(calendar.isOpen(end - 1)).toBe(true);
      expect(calendar.sessionOf(end - 1).date).toBe(date);
      expect(until).toBeGreaterThan(time);
      time = until;
      count += 1;
    }
    const perYear = count / 30;
    expect(perYear).toBeGreaterThan(name === "always" ? 365 : 260);
    expect(perYear).toBeLessThan(name === "always" ? 366 : 262);
  });

  test("a break is closed, and within its session", () => {
    const tokyo = openCalendar("XTKS");
    const [before, noon] = [Date.parse("2024-03-08T02:29Z"), Date.parse("2024-03-08T02:30Z")];
    expect([tokyo.isOpen(before), tokyo.isOpen(noon)]).toEqual([true, false]);
    expect(tokyo.sessionOf(noon).date).toBe("2024-03-08");
    const found = [...tokyo.stretches(noon, noon + DAY)].map((one) => one.map(iso).join(" "));
    expect(found).toEqual(["2024-03-08T03:30 2024-03-08T06:00"]);
    expect(tokyo.hasSession(Date.parse("2024-03-08"))).toBe(true);
    expect(tokyo.hasSession(Date.parse("2024-03-09"))).toBe(false);
  });

  test("answers in any order of times are those of their order", () => {
    const times = Array.from(
      { length: 500 },
      (_, k) => Date.UTC(2024, 2, 1) + ((k * 7919) % 500) * 31 * MINUTE,
    );
    const opened = openCalendar("CME");
    for (const time of times) {
      expect(opened.sessionOf(time)).toEqual(openCalendar("CME").sessionOf(time));
    }
  });

  const HOURS = { zone: "UTC", sessions: [["09:30", "16:00"]] };
  test.each<[unknown, RegExp]>([
    ["XXXX", /expected one of always, weekdays, XNYS/],
    ["constructor", /expected one of/],
    [null, /found null/],
    [[], /found a list/],
    [{}, /timeZone: expected an IANA time zone/],
    [{ ...HOURS, holliday: [] }, /found holliday/],
    [{ ...HOURS, zone: "X" }, /timeZone/],
    [{ ...HOURS, days: [0] }, /found 0/],
    [{ ...HOURS, days: [] }, /one day or more/],
    [{ ...HOURS, days: "Mon" }, /days to be a list/],
    [{ ...HOURS, sessions: [] }, /one or more/],
    [{ ...HOURS, sessions: [["09:30", "16:60"]] }, /found 16:60/],
    [{ ...HOURS, sessions: [["09:30"]] }, /\[open, close\]/],
    [
      {
        ...HOURS,
        sessions: [
          ["09:30", "12:00"],
          ["11:00", "16:00"],
        ],
      },
      /in the order of their times/,
    ],
    [
      {
        ...HOURS,
        sessions: [
          ["17:00", "12:00"],
          ["13:00", "18:00"],
        ],
      },
      /within 24 hours/,
    ],
    [{ ...HOURS, holidays: ["2024-02-30"] }, /found 2024-02-30/],
    [{ ...HOURS, holidays: () => [] }, /plain values/],
  ])("%j is refused in words", (calendar, words) => {
    expect(() => openCalendar(calendar as Calendar)).toThrow(words);
  });
});

/** Candles of `minutes` of a market's regular hours, and of an hour before and after them. */
function candlesOf(calendar: Calendar, from: string, to: string, minutes: number) {
  const market = openCalendar(calendar);
  const time: number[] = [];
  for (let now = Date.parse(from); now < Date.parse(to); now += minutes * MINUTE) {
    const { start, end } = market.sessionOf(now);
    if (now >= start - 60 * MINUTE && now < end + 60 * MINUTE) time.push(now);
  }
  const column = (of: (i: number) => number): Float64Array =>
    Float64Array.from(time, (_, i) => of(i));
  const close = column((i) => 100 + 5 * Math.sin(i));
  return {
    time: Float64Array.from(time),
    high: close.map((value, i) => value + (i % 3)),
    low: close.map((value, i) => value - (i % 4)),
    close,
    volume: column((i) => i % 7),
  };
}

describe.each<[Calendar, number]>([
  ["XNYS", 15],
  ["XTKS", 30],
  ["CME", 60],
  ["FX", 60],
  ["XASX", 5],
])("%s, candles of %i minutes", (calendar, minutes) => {
  const candles = candlesOf(calendar, "2024-03-01", "2024-04-15", minutes);
  const market = openCalendar(calendar);
  const dates = Array.from(candles.time, (time) => market.sessionOf(time).date);

  test("vwap starts anew with each session", () => {
    const found = vwap(candles, { calendar });
    const live = vwap.stream({ calendar });
    let [paid, traded] = [0, 0];
    for (const [i, date] of dates.entries()) {
      if (date !== dates[i - 1]) [paid, traded] = [0, 0];
      const price = (candles.high[i]! + candles.low[i]! + candles.close[i]!) / 3;
      paid += price * candles.volume[i]!;
      traded += candles.volume[i]!;
      expect(found[i]).toBeCloseTo(traded > 0 ? paid / traded : price, 9);
      const row = {
        time: candles.time[i]!,
        high: candles.high[i]!,
        low: candles.low[i]!,
        close: candles.close[i]!,
        volume: candles.volume[i]!,
      };
      expect(live.next(row)).toBe(found[i]);
    }
  });

  test("the opening range is known when it is over", () => {
    const length = 3 * minutes;
    const found = openingRange(candles, { calendar, minutes: length });
    for (const [i, date] of dates.entries()) {
      const { start } = market.sessionOf(candles.time[i]!);
      const range = [...dates.keys()].filter(
        (k) =>
          dates[k] === date &&
          candles.time[k]! >= start &&
          candles.time[k]! < start + length * MINUTE,
      );
      const isOver = candles.time[i]! >= start + length * MINUTE && range.length > 0;
      expect(found.high[i]).toBe(isOver ? Math.max(...range.map((k) => candles.high[k]!)) : NaN);
      expect(found.low[i]).toBe(isOver ? Math.min(...range.map((k) => candles.low[k]!)) : NaN);
    }
  });
});

test("a session of vwap is told by a calendar or by minutes, not by both", () => {
  const candles = candlesOf("XNYS", "2024-03-01", "2024-03-02", 60);
  expect(() => vwap(candles, { calendar: "XNYS", sessionMinutes: 60 })).toThrow(
    /beside a calendar/,
  );
  expect(() => vwap(candles, { calendar: "NYSE" as Calendar })).toThrow(
    /calendar: expected one of/,
  );
  for (const wrong of [
    undefined,
    null,
    {},
    { calendar: "XNYS", minutes: 0 },
    { calender: "XNYS" },
  ]) {
    expect(() => openingRange(candles, wrong as never)).toThrow(/^(openingRange|calendar): /);
  }
});
