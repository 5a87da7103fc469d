/** Calendars of markets: when one is open. */

import { refuseNumber } from "../arrays/window.ts";
import { IndicatorError } from "../errors.ts";
import { givenOptions, told } from "../parameters.ts";
import {
  EXCHANGES,
  type CalendarName,
  type ExchangeName,
  type MarketHours,
} from "./market-hours.ts";
import { openTimeZone, type TimeZone } from "./time-zone.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const ALL_DAY: MarketHours["sessions"] = [["00:00", "24:00"]];

/** A session of a market: a day of trading, breaks included. Times are milliseconds UTC. */
export interface MarketSession {
  /** Date of the session at the market, `YYYY-MM-DD`: of one that begins the evening before, the date of its end. */
  readonly date: string;
  /** Time of its opening. */
  readonly start: number;
  /** Time of its close, which is the first that does not belong to it. */
  readonly end: number;
  /** Time from which on trades count to the next session: the market's midnight, or an earlier start of that one. */
  readonly until: number;
}

/**
 * Sessions of a market by its weekly hours; early closes are not known to it. What is no number is refused with
 * IndicatorError OPTIONS_INVALID.
 */
export interface MarketCalendar {
  /** Name of the calendar; `custom` for hours that were given. */
  readonly name: string;
  /** IANA time zone of its hours. */
  readonly timeZone: string;
  /** Date from which the hours are known to hold, `YYYY-MM-DD`; null for hours that were given. */
  readonly since: string | null;
  /**
   * Session that a candle which opens at a time in milliseconds UTC counts to: the one of the market's date, else the
   * next one. So do candles before the opening and after the close.
   */
  sessionOf(time: number): MarketSession;
  /** Tells whether the market is open at a time in milliseconds UTC: within a session, and in no break. */
  isOpen(time: number): boolean;
  /** Tells whether a date, the milliseconds of its midnight in UTC, has a session. */
  hasSession(date: number): boolean;
  /** Stretches in which the market is open of all sessions that share time with `[from, to)`, the first one first. */
  stretches(from: number, to: number): Iterable<readonly [start: number, end: number]>;
}

/** A calendar: its name, or the hours of a market. */
export type Calendar = CalendarName | MarketHours;

/** Options of {@link openCalendar}. */
export interface CalendarOptions {
  /** IANA time zone of the days of `always` and `weekdays`, default `UTC`; others have their own. */
  readonly timeZone?: string;
}

/** Names of all calendars that need no description. */
export const CALENDAR_NAMES: readonly CalendarName[] = Object.freeze([
  "always",
  "weekdays",
  ...(Object.keys(EXCHANGES) as ExchangeName[]),
]);

/**
 * Opens the calendar of a market, by its name or its hours: `always` and `weekdays` (days of 24 hours), an exchange by
 * its MIC such as `XNYS`, `CME` (Globex futures), `FX` (spot currencies), or
 * `{ zone, days, sessions: [[open, close]], holidays }`.
 *
 * @throws IndicatorError OPTIONS_INVALID for a name that is not known, or hours that are none
 */
export function openCalendar(calendar: Calendar, options: CalendarOptions = {}): MarketCalendar {
  const given = givenOptions("openCalendar", ["timeZone"], options).get("timeZone");
  // Checked, also where the calendar has its own.
  const zone = openTimeZone(given === undefined ? "UTC" : (given as string)).name;
  if (calendar === "always") {
    const days = [1, 2, 3, 4, 5, 6, 7];
    return new WeeklyCalendar(calendar, null, [{ zone, days, sessions: ALL_DAY }]);
  }
  if (calendar === "weekdays") {
    return new WeeklyCalendar(calendar, null, [{ zone, sessions: ALL_DAY }]);
  }
  if (typeof calendar === "string" && Object.hasOwn(EXCHANGES, calendar)) {
    const dated = EXCHANGES[calendar];
    return new WeeklyCalendar(calendar, dated[0]?.since ?? null, dated);
  }
  if (typeof calendar === "object" && calendar !== null && !Array.isArray(calendar)) {
    return new WeeklyCalendar("custom", null, [copyOf(calendar)]);
  }
  throw invalid(
    `expected one of ${CALENDAR_NAMES.join(", ")}, or { zone, days, sessions, holidays }; found ${told(calendar)}`,
  );
}

/** Hours that do not change later, and that can be read. */
function copyOf(hours: MarketHours): MarketHours {
  try {
    return structuredClone(hours);
  } catch {
    throw invalid("expected zone, days, sessions and holidays as plain values");
  }
}

class WeeklyCalendar implements MarketCalendar {
  readonly name: string;
  readonly timeZone: string;
  readonly since: string | null;
  readonly #zone: TimeZone;
  readonly #rules: readonly Rule[];
  readonly #days = new Map<number, OpenDay | null>();
  /** Session of the last answer, and the earliest time that it holds for. */
  #last: { readonly from: number; readonly session: MarketSession } | undefined;

  constructor(name: string, since: string | null, dated: readonly MarketHours[]) {
    this.name = name;
    this.since = since;
    this.#rules = dated.map(ruleOf);
    this.#zone = this.#rules[0]!.zone; // a calendar has one rule or more
    this.timeZone = this.#zone.name;
  }

  sessionOf(time: number): MarketSession {
    if (typeof time !== "number") refuseNumber("calendar", "time", time);
    if (this.#last !== undefined && time >= this.#last.from && time < this.#last.session.until) {
      return this.#last.session;
    }
    // The date of a session is that of its end. Holidays end, so that some day follows.
    for (let date = this.#dateOf(time); ; date++) {
      const session = this.#day(date)?.session;
      if (session === undefined || session.until <= time) continue;
      this.#last = { from: time, session };
      return session;
    }
  }

  isOpen(time: number): boolean {
    if (typeof time !== "number") refuseNumber("calendar", "time", time);
    for (const [start, end] of this.stretches(time, time + 1)) {
      if (time >= start && time < end) return true;
    }
    return false;
  }

  hasSession(date: number): boolean {
    if (typeof date !== "number") refuseNumber("calendar", "date", date);
    return this.#day(Math.floor(date / DAY)) !== null;
  }

  stretches(from: number, to: number): Generator<readonly [start: number, end: number]> {
    if (typeof from !== "number") refuseNumber("calendar", "from", from);
    if (typeof to !== "number") refuseNumber("calendar", "to", to);
    return this.#stretchesBetween(from, to);
  }

  *#stretchesBetween(from: number, to: number): Generator<readonly [start: number, end: number]> {
    const last = this.#dateOf(to) + 1; // whose session may begin the evening before
    for (let date = this.#dateOf(from); date <= last; date++) {
      for (const stretch of this.#day(date)?.stretches ?? []) {
        if (stretch[1] > from && stretch[0] < to) yield stretch;
      }
    }
  }

  #dateOf(time: number): number {
    return Math.floor(this.#zone.localOf(time) / DAY);
  }

  #day(date: number): OpenDay | null {
    const known = this.#days.get(date);
    if (known !== undefined) return known;
    const stretches = this.#stretchesOf(date);
    if (stretches.length === 0) {
      this.#days.set(date, null);
      return null;
    }
    const midnight = this.#zone.firstInstantOf((date + 1) * DAY);
    const day: OpenDay = {
      session: {
        date: new Date(date * DAY).toISOString().slice(0, 10),
        start: stretches[0]![0],
        end: stretches.at(-1)![1],
        until: Math.min(midnight, this.#stretchesOf(date + 1)[0]?.[0] ?? Infinity),
      },
      stretches,
    };
    this.#days.set(date, day);
    return day;
  }

  #stretchesOf(date: number): OpenDay["stretches"] {
    const rule = this.#rules.findLast(({ since }) => date >= since) ?? this.#rules[0]!;
    const weekday = (((date + 3) % 7) + 7) % 7; // 0 on a Monday; day 0 is 1970-01-01, a Thursday
    if (!rule.days.has(weekday) || rule.holidays.has(date)) return [];
    const instantOf = (minute: number): number =>
      this.#zone.firstInstantOf(date * DAY + minute * MINUTE);
    return rule.minutes.map(([open, close]) => [instantOf(open), instantOf(close)] as const);
  }
}

/** A session with the stretches of it in which the market is open, one or more. */
interface OpenDay {
  readonly session: MarketSession;
  readonly stretches: readonly (readonly [start: number, end: number])[];
}

/** Hours that were checked; dates are days since 1970-01-01, times minutes after midnight of the date. */
interface Rule {
  readonly zone: TimeZone;
  readonly since: number;
  readonly days: ReadonlySet<number>;
  readonly minutes: readonly (readonly [open: number, close: number])[];
  readonly holidays: ReadonlySet<number>;
}

const FIELDS: ReadonlySet<string> = new Set(["zone", "days", "sessions", "holidays", "since"]);

function ruleOf(hours: MarketHours & { readonly since?: string }): Rule {
  const unknown = Object.keys(hours).find((name) => !FIELDS.has(name));
  if (unknown !== undefined) {
    throw invalid(`expected zone, days, sessions and holidays; found ${told(unknown)}`);
  }
  const { zone, days = [1, 2, 3, 4, 5], sessions, holidays = [], since } = hours;
  const weekdays = new Set(listed("days", days).map(weekdayOf));
  if (weekdays.size === 0) throw invalid("expected one day or more in days");
  return {
    zone: openTimeZone(zone),
    since: since === undefined ? -Infinity : dateOf(since),
    days: weekdays,
    minutes: stretchesOf(listed("sessions", sessions)),
    holidays: new Set(listed("holidays", holidays).map(dateOf)),
  };
}

/** Most entries of a list, so that one that was made by mistake ends. */
const MOST_LISTED = 100_000;

function listed<T>(name: string, values: readonly T[]): readonly T[] {
  if (Array.isArray(values) && values.length <= MOST_LISTED) return values;
  throw invalid(`expected ${name} to be a list, found ${told(values)}`);
}

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** 0 for a Monday. */
function weekdayOf(day: unknown): number {
  const isName = typeof day === "string" && day.length >= 3;
  const index = isName
    ? WEEKDAYS.findIndex((name) => name.startsWith(day.toLowerCase()))
    : [1, 2, 3, 4, 5, 6, 7].indexOf(day as number);
  if (index >= 0) return index;
  throw invalid(
    `expected days to be names such as Mon, or numbers from 1, Monday, to 7; found ${told(day)}`,
  );
}

function stretchesOf(sessions: readonly unknown[]): Rule["minutes"] {
  const minutes = sessions.map((session, k) => {
    if (!Array.isArray(session) || session.length !== 2) {
      throw invalid(`expected a session to be [open, close], found ${told(session)}`);
    }
    const [open, close] = session.map(minuteOf) as [number, number];
    return [open >= close && k === 0 ? open - 1440 : open, close] as const;
  });
  const [first] = minutes;
  const isOrdered = minutes.every(
    ([open, close], k) => open < close && open >= (minutes[k - 1]?.[1] ?? -1440),
  );
  if (first !== undefined && isOrdered && minutes.at(-1)![1] - first[0] <= 1440) return minutes;
  throw invalid("expected sessions to be one or more in the order of their times, within 24 hours");
}

function minuteOf(time: unknown): number {
  const [, hour, minute] =
    (typeof time === "string" && /^(\d{1,2}):(\d\d)$/u.exec(time)) || ([] as string[]);
  const minutes = Number(hour) * 60 + Number(minute);
  if (Number(minute) < 60 && minutes <= 1440) return minutes;
  throw invalid(`expected a time such as 09:30, up to 24:00; found ${told(time)}`);
}

/** Days since 1970-01-01. */
function dateOf(date: unknown): number {
  const isDate = typeof date === "string" && /^\d{4}-\d\d-\d\d$/u.test(date);
  const time = isDate ? Date.parse(date) : NaN;
  // 2024-02-30 is read as a day of March by some.
  if (isDate && time % DAY === 0 && new Date(time).toISOString().startsWith(date))
    return time / DAY;
  throw invalid(`expected a date such as 2024-12-25, found ${told(date)}`);
}

function invalid(text: string): IndicatorError {
  return new IndicatorError(`calendar: ${text}.`, { option: "calendar" });
}
