/** The first rows of a dropped text file as they will be read: what stands in them, and how far they are apart. */

/** Rows that tell how far the candles are apart. */
const MOST_ROWS = 500;
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

interface FirstRow {
  /** Time in Unix milliseconds. */
  readonly time: number;
  /** The texts of open, high, low, close and volume; absent ones are empty. */
  readonly values: readonly string[];
}

export interface FirstRows {
  readonly rows: readonly FirstRow[];
  /** Length of a candle, such as `1h`, by the distance that most rows have; undefined where none is a usual one. */
  readonly interval: string | undefined;
  /** Symbol that a column of the file names; undefined without one. */
  readonly symbol: string | undefined;
}

/** Names of the columns of values, in their order. */
export const VALUE_NAMES = ["open", "high", "low", "close", "volume"] as const;

/** Reads the beginning of a text file; undefined where it has no rows with a time and prices that are told here. */
export function readFirstRows(text: string): FirstRows | undefined {
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== "");
  const at = lines.findIndex((line) => isRow(cellsOf(line)));
  if (at < 0) return undefined;
  const head = headOf(at === 0 ? [] : cellsOf(lines[at - 1] ?? ""), cellsOf(lines[at] ?? ""));
  const rows = lines.slice(at, at + MOST_ROWS).flatMap((line) => rowOf(cellsOf(line), head));
  if (rows.length === 0) return undefined;
  const symbol = head.symbol === undefined ? undefined : cellsOf(lines[at] ?? "")[head.symbol];
  const named = symbol?.toUpperCase().replaceAll(/[^\p{L}\p{M}\p{N}._:^=&-]/gu, "");
  return { rows, interval: intervalOf(rows.map(({ time }) => time)), symbol: named || undefined };
}

/** Length of a candle in minutes; of months and what is no length undefined. */
export function minutesOf(interval: string): number | undefined {
  const [, count, unit = ""] = /^(\d+)([smhdw])$/u.exec(interval) ?? [];
  const minutes = { s: 1 / 60, m: 1, h: 60, d: 1440, w: 10_080 }[unit];
  return count === undefined || minutes === undefined ? undefined : Number(count) * minutes;
}

/** Places of the columns in a row. */
interface Columns {
  readonly time: number;
  /** Place of a time of day beside a date; undefined where one column has both. */
  readonly clock: number | undefined;
  readonly symbol: number | undefined;
  readonly values: readonly number[];
}

function headOf(names: readonly string[], row: readonly string[]): Columns {
  const placeOf = (pattern: RegExp): number | undefined => {
    const place = names.findIndex((name) => pattern.test(name.toLowerCase()));
    return place < 0 ? undefined : place;
  };
  const time = placeOf(/^<?(?:date|time|timestamp|open[_ ]?time|datetime|unix)/u) ?? 0;
  const isDateAlone = /^\d{4}[-./]?\d{2}[-./]?\d{2}$/u.test(row[time] ?? "");
  const clock = isDateAlone && isClock(row[time + 1] ?? "") ? time + 1 : undefined;
  const first = (clock ?? time) + 1;
  return {
    time,
    clock,
    symbol: placeOf(/^<?(?:symbol|ticker|pair)>?$/u),
    values: VALUE_NAMES.map((name, at) => {
      const isNamed = new RegExp(`^<?${name === "volume" ? "vol" : name}(?!.*time)`, "u");
      return placeOf(isNamed) ?? (names.length > 0 && placeOf(/open/u) ? -1 : first + at);
    }),
  };
}

function cellsOf(line: string): readonly string[] {
  const delimiter = [";", "\t", ","].find((one) => line.includes(one)) ?? ",";
  return line.split(delimiter).map((cell) => cell.trim().replaceAll(/^"|"$/gu, ""));
}

/** True for a row that begins with a time, or has one in its second column, and goes on with numbers. */
function isRow(cells: readonly string[]): boolean {
  const numbers = cells.filter((cell) => cell !== "" && Number.isFinite(Number(cell))).length;
  return numbers >= 4 && cells.some((cell) => timeOf(cell) !== undefined);
}

function rowOf(cells: readonly string[], columns: Columns): readonly FirstRow[] {
  const day = cells[columns.time] ?? "";
  const clock = columns.clock === undefined ? "" : ` ${cells[columns.clock] ?? ""}`;
  const time = timeOf(`${day}${clock}`);
  if (time === undefined) return [];
  return [{ time, values: columns.values.map((place) => cells[place] ?? "") }];
}

const isClock = (text: string): boolean => /^\d{1,2}:\d{2}(?::\d{2})?$/u.test(text);

/** Unix milliseconds of a time: a number of s, ms, µs or ns, or a date that begins with its year; without zone UTC. */
function timeOf(text: string): number | undefined {
  if (/^\d{9,19}(?:\.\d+)?$/u.test(text)) {
    const value = Number(text);
    const unit = [1e17, 1e14, 1e11].findIndex((least) => value >= least);
    return inRange(value * ([1e-6, 1e-3, 1][unit] ?? 1000));
  }
  const [, year, month, day, clock = "00:00", zone] =
    /^(\d{4})[-./]?(\d{2})[-./]?(\d{2})(?:[T ]+(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/u.exec(
      text,
    ) ?? [];
  if (year === undefined) return undefined;
  const offset =
    zone === undefined || zone === "UTC" ? "Z" : zone.replace(/(\d)(\d{2})$/u, "$1:$2");
  return inRange(Date.parse(`${year}-${month}-${day}T${clock.padStart(5, "0")}${offset}`));
}

/** A time from 1900 to 2100; another number is no time. */
function inRange(time: number): number | undefined {
  return time >= Date.UTC(1900) && time < Date.UTC(2100) ? time : undefined;
}

/** The distance that most neighbours have, as a length of a candle. */
function intervalOf(times: readonly number[]): string | undefined {
  const counts = new Map<number, number>();
  for (const [at, time] of times.entries()) {
    const distance = Math.abs(time - (times[at - 1] ?? time));
    if (distance > 0) counts.set(distance, (counts.get(distance) ?? 0) + 1);
  }
  const [distance] = [...counts].toSorted(([a, m], [b, n]) => n - m || a - b)[0] ?? [];
  if (distance === undefined) return undefined;
  const days = distance / DAY;
  if (days >= 28 && days <= 31) return "1M";
  const units = [
    [7 * DAY, "w"],
    [DAY, "d"],
    [60 * MINUTE, "h"],
    [MINUTE, "m"],
    [1000, "s"],
  ] as const;
  const unit = units.find(([size]) => distance % size === 0);
  return unit && `${distance / unit[0]}${unit[1]}`;
}
