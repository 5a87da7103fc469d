/** Clocks of time zones, by the zone data of the runtime (`Intl`). */

import { refuseNumber } from "../arrays/window.ts";
import { IndicatorError } from "../errors.ts";
import { told } from "../parameters.ts";

const SECOND = 1000;
const DAY = 86_400_000;
/** Stretch of time in which a zone changes its clock at most once. */
const CELL = 7 * DAY;
/** Cells on either side of 1970 that dates have. */
const MOST_CELLS = 8.64e15 / CELL - 1;

/**
 * Clock of a time zone. What is no number is refused with IndicatorError OPTIONS_INVALID. Local times are milliseconds
 * as if the place were at UTC: 1970-01-01 00:00 there is 0.
 */
export interface TimeZone {
  /** Name as it was given, such as `Europe/Berlin`. */
  readonly name: string;
  /** Milliseconds that the zone is ahead of UTC at a time in milliseconds UTC; below 0 west of Greenwich. */
  offsetAt(time: number): number;
  /** Local time of a time in milliseconds UTC. */
  localOf(time: number): number;
  /**
   * Times in milliseconds UTC at which the clock shows a local time: two, the earlier first, where it was set back over
   * it, and none where it was set forward over it.
   */
  instantsOf(local: number): readonly number[];
  /** First time in milliseconds UTC at which the clock shows a local time; where none does, the time of the change. */
  firstInstantOf(local: number): number;
}

/** Opened zones by name: the data of a zone is costly to open. */
const opened = new Map<string, TimeZone>();
/** Names that are remembered; an offset may be a name, so that they are without number. */
const MOST_OPENED = 1000;

/**
 * Opens the clock of an IANA time zone such as `America/New_York`, `UTC`, or a fixed offset such as `+05:30`.
 *
 * @throws IndicatorError OPTIONS_INVALID for a zone that the runtime does not know
 */
export function openTimeZone(timeZone: string): TimeZone {
  const known = opened.get(timeZone);
  if (known !== undefined) return known;
  const zone = new ZoneClock(timeZone);
  if (opened.size < MOST_OPENED) opened.set(timeZone, zone);
  return zone;
}

class ZoneClock implements TimeZone {
  readonly name: string;
  readonly #format: Intl.DateTimeFormat;
  readonly #cells = new Map<number, Cell>();
  #cell: Cell = { from: Infinity, change: Infinity, to: -Infinity, before: 0, after: 0 };

  constructor(name: string) {
    this.name = name;
    this.#format = formatOf(name);
  }

  offsetAt(time: number): number {
    if (typeof time !== "number") refuseNumber("openTimeZone", "time", time);
    if (!(time >= this.#cell.from && time < this.#cell.to)) {
      this.#cell = this.#cellAt(Math.floor(time / CELL));
    }
    return time < this.#cell.change ? this.#cell.before : this.#cell.after;
  }

  localOf(time: number): number {
    if (typeof time !== "number") refuseNumber("openTimeZone", "time", time);
    return time + this.offsetAt(time);
  }

  instantsOf(local: number): readonly number[] {
    if (typeof local !== "number") refuseNumber("openTimeZone", "local", local);
    const candidates = [local - this.offsetAt(local - DAY), local - this.offsetAt(local + DAY)];
    const instants = candidates.filter((time) => this.localOf(time) === local);
    return [...new Set(instants)].toSorted((a, b) => a - b);
  }

  firstInstantOf(local: number): number {
    const [first] = this.instantsOf(local);
    // A gap of the clock lies between the times that the offsets of both of its sides give.
    return (
      first ??
      firstThat(
        local - this.offsetAt(local + DAY),
        local - this.offsetAt(local - DAY),
        (time) => this.localOf(time) >= local,
      )
    );
  }

  #cellAt(index: number): Cell {
    const known = this.#cells.get(index);
    if (known !== undefined) return known;
    if (!(Math.abs(index) < MOST_CELLS)) {
      throw new IndicatorError("Expected a time in milliseconds UTC, found none that a date has.");
    }
    const [from, to] = [index * CELL, (index + 1) * CELL];
    const [before, after] = [this.#read(from), this.#read(to)];
    const isSteady = before === after;
    const change = isSteady ? to : firstThat(from, to, (time) => this.#read(time) !== before);
    const cell = { from, change, to, before, after };
    this.#cells.set(index, cell);
    return cell;
  }

  #read(time: number): number {
    const name = this.#format.formatToParts(time).find(({ type }) => type === "timeZoneName");
    const [, sign, hours, minutes, seconds] =
      /([+-])(\d+):(\d+)(?::(\d+))?/u.exec(name?.value ?? "") ?? [];
    const size = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
    return size === 0 ? 0 : (sign === "-" ? -size : size) * SECOND;
  }
}

/** A week with at most one change of the clock; `change` is its end where there is none. */
interface Cell {
  readonly from: number;
  readonly change: number;
  readonly to: number;
  readonly before: number;
  readonly after: number;
}

function formatOf(name: unknown): Intl.DateTimeFormat {
  try {
    if (typeof name === "string") {
      return new Intl.DateTimeFormat("en", { timeZone: name, timeZoneName: "longOffset" });
    }
  } catch {
    // Told below, as any other value.
  }
  throw new IndicatorError(
    `timeZone: expected an IANA time zone such as Europe/Berlin, or an offset such as +05:30; found ${told(name)}.`,
    { option: "timeZone" },
  );
}

/** First time in `(from, to]`, to the second, at which `holds` is true; it is at `to`, and stays so. */
function firstThat(from: number, to: number, holds: (time: number) => boolean): number {
  let [low, high] = [from / SECOND, to / SECOND];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle * SECOND)) high = middle;
    else low = middle;
  }
  return high * SECOND;
}
