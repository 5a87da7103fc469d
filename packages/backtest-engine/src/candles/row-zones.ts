// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

/** The time zones of the rows of a file: what their times state, and what the caller tells. */

import type { TimeZone } from "@bourse/indicators/calendar";

import type { CandleFaults } from "./candle-faults.ts";
import type { RowOrder } from "./candle-format.ts";
import { keepLocalDates, LEAST_DAY } from "./local-dates.ts";
import { hasZone, offsetMinutesOf } from "./parse-date-text.ts";
import { isTimestamp } from "./parse-timestamp.ts";
import { timeZoneOption } from "./place-options.ts";
import { namedZone } from "./plain-date.ts";
import { isNewestFirst } from "./row-order.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Options of a reader that tell where local times are from. */
export interface PlaceOfTimes {
  readonly timeZone?: string;
  readonly utcOffsetMinutes?: number;
}

/** Rows whose local times are read. */
export interface LocalRows {
  /** True for numbers that are local times, as digits of dates are, and not instants. */
  readonly areNumbersLocal: boolean;
  readonly order?: RowOrder | undefined;
  readonly rowOf: (index: number) => number;
  /** Number of the series that a row belongs to, in a file of several. Default: all are of one. */
  readonly seriesOf?: (index: number) => number;
  readonly faults: CandleFaults;
  /** Rows that are named already; those with a time that the clock skips join them. */
  readonly unreadable: Set<number>;
}

/** Zones of the rows of one file. */
export class RowZones {
  /** Abbreviations of zones that times name. */
  readonly names: Set<string> = new Set();
  /** True when the first time in text states no zone; undefined without one. */
  lacksZone: boolean | undefined;
  /** Offset of local times from UTC in minutes; 0 where a zone is told. */
  readonly told: number;
  readonly #zone: TimeZone | undefined;
  /** Zone that the file states for all of its numbers. */
  readonly #stated: TimeZone | undefined;
  /** Minutes ahead of UTC by row, where they are not 0 or something else was told. */
  readonly #offsets: number[] = [];
  /** True for a local time, by row of a time in text; empty unless a zone is told. */
  readonly #areLocal: boolean[] = [];
  #areNumbersLocal = false;
  #areDates = false;
  /** Rows with a time that the clock shows twice, where no row tells which of the two is meant. */
  readonly #untold: number[] = [];

  /** @throws EngineError OPTIONS_INVALID */
  constructor({ timeZone, utcOffsetMinutes = 0 }: PlaceOfTimes, stated?: TimeZone) {
    this.#zone = timeZone === undefined ? undefined : timeZoneOption(timeZone);
    this.#stated = stated;
    this.told = utcOffsetMinutes;
  }

  /** Takes the text of the time of a row. */
  take(index: number, text: string): void {
    const isTold = this.#zone !== undefined;
    if (isTold || this.lacksZone === undefined) {
      const isLocal = !hasZone(text);
      this.lacksZone ??= isLocal;
      if (isTold) this.#areLocal[index] = isLocal;
    }
    const name = namedZone(text);
    if (name !== undefined) this.names.add(name);
    const offset = offsetMinutesOf(text, this.told);
    if (offset !== 0 || this.told !== 0) this.#offsets[index] = offset;
  }

  /**
   * Reads local times by the clock of the zone that is told, in place: they stand as if the place were at UTC. Of the
   * two times that a clock shows twice it is the first that is later than the row before. A time that the clock skips
   * is a fault. Daily and longer candles become dates.
   */
  settle(time: Float64Array, rows: LocalRows): void {
    this.#areNumbersLocal = rows.areNumbersLocal;
    const zone = this.#zone;
    if (zone === undefined) return;
    const isLocal = (i: number): boolean => this.#areLocal[i] ?? rows.areNumbersLocal;
    const ahead = this.#offsetsAt(time, (i) => i);
    const wall = time.map((one, i) => (isLocal(i) ? one : one + ahead(i) * MINUTE));
    if (areDates(wall, rows)) {
      this.#areDates = true;
      time.set(wall);
      return;
    }
    const isFalling = rows.order === undefined ? falls(wall, zone) : rows.order === "newest_first";
    const clock = new RowClocks(zone);
    for (let n = 0; n < time.length; n++) {
      const i = isFalling ? time.length - 1 - n : n;
      if (rows.unreadable.has(i)) continue;
      const series = rows.seriesOf?.(i) ?? 0;
      const found = isLocal(i) ? clock.read(series, i, time[i]!) : clock.pass(series, time[i]!);
      if (found !== undefined) time[i] = found;
      else nameSkipped(time[i]!, i, zone.name, rows);
    }
    this.#untold.push(...clock.untold());
  }

  /** Gives daily and longer candles the dates of their place, in place. `placeOf` gives the row of a candle. */
  fileDates(time: Float64Array, placeOf: (index: number) => number): void {
    const isPlain = this.#offsets.length === 0 && this.#zone === undefined;
    if (isPlain && this.#stated === undefined && !this.#areNumbersLocal) return;
    if (!this.#areDates) keepLocalDates(time, this.#offsetsAt(time, placeOf));
  }

  /**
   * Name of the zone that the rows are from: the one that was told, or that the file states; their offset such as
   * `+02:00`; `UTC`; or `offsets` where they vary.
   */
  nameOf(length: number, placeOf: (index: number) => number): string {
    const whole = this.#zone ?? (this.#areNumbersLocal ? undefined : this.#stated);
    if (whole !== undefined) return /^(?:Z|[+-]00:?00)$/iu.test(whole.name) ? "UTC" : whole.name;
    const found = new Set<number>();
    if (this.#offsets.length > 0 || this.#areNumbersLocal) {
      for (let i = 0; i < length; i++) found.add(this.#own(placeOf(i)));
    }
    const [offset = 0] = found;
    return found.size > 1 ? "offsets" : offsetName(offset);
  }

  /** Sentences on times that may be two. */
  notes(rowOf: (index: number) => number): string[] {
    const [first] = this.#untold.map(rowOf).toSorted((a, b) => a - b);
    if (first === undefined) return [];
    const more = this.#untold.length > 1 ? `, and ${this.#untold.length - 1} more rows` : "";
    return [
      `Row ${first}${more}: the clock of ${this.#zone?.name} shows the time twice, and no row tells which is meant; the first was taken.`,
    ];
  }

  #own(row: number): number {
    return this.#offsets[row] ?? (this.#areNumbersLocal ? this.told : 0);
  }

  /**
   * Minutes that each candle is ahead of UTC for its date: of the zone, unless all times that state an offset are
   * midnights by it, which are the dates that they name.
   */
  #offsetsAt(time: Float64Array, placeOf: (index: number) => number): (index: number) => number {
    const zone = this.#zone;
    const at = (clock: TimeZone, i: number): number =>
      isTimestamp(time[i]!) ? clock.offsetAt(time[i]!) / MINUTE : 0;
    const stated = this.#areNumbersLocal ? undefined : this.#stated;
    const own = (i: number): number =>
      stated === undefined ? this.#own(placeOf(i)) : at(stated, i);
    if (zone === undefined) return own;
    const isLocal = (i: number): boolean => this.#areLocal[placeOf(i)] ?? this.#areNumbersLocal;
    const areMidnights = time.every(
      (one, i) => isLocal(i) || !isTimestamp(one) || (one + own(i) * MINUTE) % DAY === 0,
    );
    return (i) => (areMidnights && !isLocal(i) ? own(i) : at(zone, i));
  }
}

/** Tells whether the candles of each series are days or longer; repeated times tell nothing. */
function areDates(wall: Float64Array, { seriesOf, unreadable }: LocalRows): boolean {
  const last = new Map<number, number>();
  let steps = 0;
  let areMidnights = true;
  for (let i = 0; i < wall.length; i++) {
    if (unreadable.has(i)) continue;
    const series = seriesOf?.(i) ?? 0;
    const step = Math.abs(wall[i]! - (last.get(series) ?? wall[i]!));
    if (step !== 0 && !(step >= LEAST_DAY)) return false;
    if (step !== 0) steps += 1;
    if (wall[i]! % DAY !== 0) areMidnights = false;
    last.set(series, wall[i]!);
  }
  return steps > 0 || areMidnights;
}

/** Tells whether a file begins with its newest candle: by the times that a clock shows once, if there are any. */
function falls(wall: Float64Array, zone: TimeZone): boolean {
  const sure = wall.filter((one) => !(isTimestamp(one) && zone.instantsOf(one).length > 1));
  return isNewestFirst(sure.length > 1 ? sure : wall);
}

/** Clocks of the series of a file, which go on from row to row. */
class RowClocks {
  readonly #zone: TimeZone;
  readonly #last = new Map<number, number>();
  /** Rows by series of the first of two readings that no second one has followed yet. */
  readonly #firsts = new Map<number, number[]>();
  readonly #untold: number[] = [];

  constructor(zone: TimeZone) {
    this.#zone = zone;
  }

  /** Takes an instant. */
  pass(series: number, time: number): number {
    this.#last.set(series, time);
    return time;
  }

  /** The instant of a local time; undefined where the clock skips it. */
  read(series: number, index: number, local: number): number | undefined {
    const [first, second] = this.#zone.instantsOf(local);
    if (first === undefined) return undefined;
    const firsts = this.#firsts.get(series) ?? [];
    this.#firsts.set(series, firsts);
    if (second === undefined) {
      this.#untold.push(...firsts.splice(0));
      return this.pass(series, first);
    }
    const before = this.#last.get(series) ?? -Infinity;
    // A row before that is far later is itself out of order.
    if (first > before || before > second + (second - first)) {
      firsts.push(index);
      return this.pass(series, first);
    }
    firsts.length = 0;
    return this.pass(series, second);
  }

  /** Rows whose reading no other row tells. */
  untold(): readonly number[] {
    return [...this.#untold, ...[...this.#firsts.values()].flat()];
  }
}

function nameSkipped(local: number, index: number, zone: string, rows: LocalRows): void {
  const text = new Date(local).toISOString().slice(0, 19).replace("T", " ");
  const problem = `timestamp ${text} does not exist in ${zone}: its clock is set forward over it`;
  rows.unreadable.add(index);
  rows.faults.add({ row: rows.rowOf(index), column: "timestamp", text, problem });
}

/** `UTC`, or an offset such as `+02:00`. */
function offsetName(minutes: number): string {
  if (minutes === 0) return "UTC";
  const size = Math.abs(minutes);
  const [hours, rest] = [Math.floor(size / 60), size % 60];
  return `${minutes < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
}
