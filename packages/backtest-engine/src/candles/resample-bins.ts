/** The stretches of time that resampled candles span, by the rules of `resample` in pandas. */

import { EngineError } from "../errors.ts";
import { binGrid, localClose, type BinOrigin } from "./bin-grid.ts";
import {
  addIntervals,
  checkCanonicalInterval,
  foundWord,
  intervalBounds,
  type Interval,
} from "./interval.ts";
import { timeZoneOption } from "./place-options.ts";

/** Options of resampling. Their defaults are those of pandas for lengths in milliseconds. */
export interface ResampleOptions {
  /**
   * Start of the bins, for lengths in milliseconds and intervals without weeks and months: midnight of the first
   * candle's day (`day`, the default of milliseconds), 1970-01-01 00:00 (`epoch`, that of intervals), both in
   * `timeZone`, or a time in milliseconds UTC.
   */
  readonly origin?: BinOrigin;
  /**
   * Milliseconds by which the bins start later, such as 34,200,000 for days that begin at 9:30 UTC. A whole number from
   * -31 to 31 days, default 0.
   */
  readonly offsetMilliseconds?: number;
  /** End of a bin that belongs to it: a candle that opens on a border starts a bin (left, the default) or ends one. */
  readonly closed?: "left" | "right";
  /** End of a bin that becomes the time of its candle. Default left: its start, as an open time. */
  readonly label?: "left" | "right";
  /**
   * IANA time zone such as `Europe/Berlin`, or an offset such as `+05:30`. Days, weeks and months, and milliseconds
   * that are whole days, are cut at its midnights; a bin begins at the first of two, and where none is, at the change
   * of the clock. Shorter lengths with an origin are fixed steps of time from it; intervals without one that divide a
   * day begin wherever the clock shows a multiple of them, so that four hours have three or five at a change. Candles
   * of days or longer that all open at midnight UTC have their dates already, and are cut by them. Default `UTC`.
   */
  readonly timeZone?: string;
}

/** Bins of one series. */
export interface ResampleBins {
  /** Start of the bin of a candle that opens at `time`. */
  startOf(time: number): number;
  /** End of the bin that starts at `start`, which is where the next one starts. */
  endOf(start: number): number;
  /** Time in the candle of the bin that starts at `start`. */
  labelOf(start: number): number;
  /** Time at which a candle of the source that opens at `time` is closed. */
  closeOf(time: number): number;
  /** Earliest time at which no further candle can belong to the bin that starts at `start`. */
  knownAt(start: number): number;
}

const DAY = 86_400_000;
const MAXIMUM_LENGTH = 400 * DAY;
const NAMES: ReadonlySet<string> = new Set([
  "origin",
  "offsetMilliseconds",
  "closed",
  "label",
  "timeZone",
]);

/**
 * The bins of `to` for candles of the interval `from` that open at `times`, of which the first may be known alone.
 *
 * @throws EngineError OPTIONS_INVALID, INTERVAL_INVALID
 */
export function resampleBins(
  to: Interval | number,
  from: Interval,
  times: Float64Array,
  options: ResampleOptions,
): ResampleBins {
  checkOptions(to, from, options);
  const { origin, offsetMilliseconds: offset = 0, closed = "left", label = "left" } = options;
  const { timeZone = "UTC" } = options;
  const opened = timeZoneOption(timeZone);
  const isOfDays = /[DWM]$/u.test(from);
  const isDated = isOfDays && times.every((time) => time % DAY === 0);
  const zone = timeZone === "UTC" || isDated ? undefined : opened;
  const { floor, next } = binGrid(to, times[0] ?? 0, origin, offset, zone);
  const endOf = next;
  const closeOf =
    zone !== undefined && isOfDays
      ? (time: number) => localClose(from, time, zone)
      : (time: number) => addIntervals(from, time, 1);
  return {
    startOf: (time) => {
      const start = floor(time);
      return closed === "right" && start === time ? floor(start - 1) : start;
    },
    endOf,
    labelOf: label === "left" ? (start) => start : endOf,
    closeOf,
    // A candle that opens at the end of the bin belongs to it.
    knownAt: closed === "left" ? endOf : (start) => closeOf(endOf(start)),
  };
}

function checkOptions(to: Interval | number, from: Interval, options: ResampleOptions): void {
  const { origin, offsetMilliseconds = 0, closed = "left", label = "left" } = options;
  for (const name of Object.keys(options)) {
    if (!NAMES.has(name)) refuse(name, `one of ${[...NAMES].join(", ")}`, name);
  }
  checkCanonicalInterval(from);
  if (typeof to !== "number") checkCanonicalInterval(to);
  else if (!isWhole(to, 1, MAXIMUM_LENGTH)) {
    refuse("to", "an interval or whole milliseconds from 1 to 400 days", to);
  }
  const [shortest] = typeof to === "number" ? [to] : intervalBounds(to);
  const isLonger = from === to || shortest >= intervalBounds(from)[1];
  if (!isLonger) refuse("to", `an interval that is not shorter than ${from}`, to);
  if (!isWhole(offsetMilliseconds, -31 * DAY, 31 * DAY)) {
    refuse("offsetMilliseconds", "whole milliseconds from -31 to 31 days", offsetMilliseconds);
  }
  if (closed !== "left" && closed !== "right") refuse("closed", "left or right", closed);
  if (label !== "left" && label !== "right") refuse("label", "left or right", label);
  if (origin === undefined) return;
  if (typeof to === "string" && /[WM]$/u.test(to)) {
    refuse(
      "origin",
      `no origin for ${to}, which the calendar cuts; use offsetMilliseconds`,
      origin,
    );
  }
  const isKnown = origin === "day" || origin === "epoch";
  if (!isKnown && !isWhole(origin, -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)) {
    refuse("origin", "day, epoch or whole milliseconds UTC", origin);
  }
}

const isWhole = (value: unknown, minimum: number, maximum: number): boolean =>
  Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;

function refuse(option: string, expected: string, found: unknown): never {
  throw new EngineError(
    "OPTIONS_INVALID",
    `Resampling: expected ${option} to be ${expected}; found ${foundWord(found)}.`,
    { details: { option } },
  );
}
