/** Borders of the bins of resampled candles, in UTC and by the clock of a place. */

import type { TimeZone } from "@bourse/indicators/calendar";

import { addIntervals, intervalMilliseconds, intervalOpen, type Interval } from "./interval.ts";

/** Borders in milliseconds UTC. */
export interface BinGrid {
  /** Last border at or before a time. */
  readonly floor: (time: number) => number;
  /** First border after another. */
  readonly next: (border: number) => number;
}

/** First border of the bins: of the first candle's day, of 1970-01-01, or a time in milliseconds UTC. */
export type BinOrigin = "day" | "epoch" | number;

const DAY = 86_400_000;

/**
 * Borders for an interval or a length in milliseconds, by the clock of `zone`, or of UTC where there is none; `first`
 * is the open of the first candle. Whole days, weeks and months are cut at local midnights; shorter lengths are fixed
 * steps from the origin, and without one they begin wherever the clock shows a multiple of them.
 */
export function binGrid(
  to: Interval | number,
  first: number,
  origin: BinOrigin | undefined,
  offset: number,
  zone: TimeZone | undefined,
): BinGrid {
  const length = typeof to === "number" ? to : intervalMilliseconds(to);
  const given = origin ?? (typeof to === "number" ? "day" : undefined);
  const isOfDays = (typeof to === "string" && /[DWM]$/u.test(to)) || length % DAY === 0;
  if (isOfDays && zone !== undefined) return localDays(to, first, given, offset, zone);
  if (given === undefined) {
    if (zone !== undefined && DAY % length === 0) return clockGrid(length, offset, zone);
    if (zone === undefined) return calendarGrid(to as Interval, offset);
  }
  const midnight = startOfDay(first, zone);
  const epoch = zone?.firstInstantOf(0) ?? 0;
  const zero = given === "day" ? midnight : typeof given === "number" ? given : epoch;
  return steps(length, zero + offset);
}

/** Time at which a candle of an interval of days or more that opened at a local time is closed. */
export function localClose(interval: Interval, time: number, zone: TimeZone): number {
  const isMidnight = startOfDay(time, zone) === time;
  const local = zone.localOf(time);
  // Where midnight is skipped, the day begins at the time of the change.
  const opened = isMidnight ? Math.floor(local / DAY) * DAY : local;
  return zone.firstInstantOf(addIntervals(interval, opened, 1));
}

function startOfDay(time: number, zone: TimeZone | undefined): number {
  if (zone === undefined) return Math.floor(time / DAY) * DAY;
  return zone.firstInstantOf(Math.floor(zone.localOf(time) / DAY) * DAY);
}

function steps(length: number, zero: number): BinGrid {
  return {
    floor: (time) => Math.floor((time - zero) / length) * length + zero,
    next: (border) => border + length,
  };
}

function calendarGrid(interval: Interval, offset: number): BinGrid {
  return {
    floor: (time) => intervalOpen(interval, time - offset) + offset,
    next: (border) => addIntervals(interval, border - offset, 1) + offset,
  };
}

/** Borders at midnights of `zone`; where the clock is set back over one, at the first. */
function localDays(
  to: Interval | number,
  first: number,
  origin: BinOrigin | undefined,
  offset: number,
  zone: TimeZone,
): BinGrid {
  const firstLocal = zone.localOf(first);
  const midnight = Math.floor(firstLocal / DAY) * DAY;
  const zero = origin === "day" ? midnight : typeof origin === "number" ? zone.localOf(origin) : 0;
  const local =
    typeof to === "string" && origin === undefined
      ? calendarGrid(to, offset)
      : steps(typeof to === "number" ? to : intervalMilliseconds(to), zero + offset);
  const floor = (time: number): number => {
    const open = local.floor(zone.localOf(time));
    // The clock may be set back over the midnight that it has already shown.
    const next = zone.firstInstantOf(local.next(open));
    return next <= time ? next : zone.firstInstantOf(open);
  };
  return {
    floor,
    next: (border) => {
      const open = local.floor(zone.localOf(border));
      const next = zone.firstInstantOf(local.next(open));
      return next > border ? next : zone.firstInstantOf(local.next(local.next(open)));
    },
  };
}

/** Borders wherever the clock of `zone` shows a multiple of a length that divides the day. */
function clockGrid(length: number, offset: number, zone: TimeZone): BinGrid {
  const shown = (time: number): number =>
    Math.floor((zone.localOf(time) - offset) / length) * length + offset;
  const floor = (time: number): number => {
    let local = shown(time);
    const last = zone.instantsOf(local).findLast((instant) => instant <= time);
    let border = last ?? zone.firstInstantOf(local);
    // A clock that was set back below a multiple may have shown later ones before.
    for (;;) {
      local += length;
      const next = zone.firstInstantOf(local);
      if (next > time) return border;
      border = Math.max(border, next);
    }
  };
  const next = (border: number): number => {
    const local = shown(border) + length;
    let end = zone.instantsOf(local).find((instant) => instant > border);
    end ??= zone.firstInstantOf(local);
    // Where the clock is set back, it shows multiples again before the next one.
    for (let before = floor(end - 1); before > border; before = floor(end - 1)) end = before;
    return end;
  };
  return { floor, next };
}
