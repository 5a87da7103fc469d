/** Small tables of dates and numbers in CSV: funding rates, dividends, splits, rolls. */

import { EngineError } from "../errors.ts";
import { isRemark } from "./csv-head.ts";
import { columnWord, delimiterOf } from "./csv-header.ts";
import { splitRecord } from "./csv-record.ts";
import { parseTimestamp, TIMESTAMP_EXPECTED } from "./parse-timestamp.ts";

/** A column of numbers. */
export interface DatedColumn {
  /** Names of the column in lower case without anything but letters. */
  readonly words: readonly string[];
  /** The number that a cell holds; NaN for none. */
  readonly parse: (text: string) => number;
  /** Expectation of a cell, for messages. */
  readonly expected: string;
}

/** A row of a table. */
export interface DatedRow<Name extends string> {
  /** Row number in the file, from 1. */
  readonly row: number;
  /** Milliseconds UTC. */
  readonly time: number;
  /** Symbol of the row, as the file has it; undefined in a file without such a column. */
  readonly symbol: string | undefined;
  /** Numbers of the cells that are not empty. */
  readonly values: Readonly<Partial<Record<Name, number>>>;
}

/** Names of the column of times. */
const TIMES = [
  "time",
  "date",
  "datetime",
  "timestamp",
  "exdate",
  "fundingtime",
  "calctime",
  "rolldate",
  "rolltime",
];
const SYMBOLS = ["symbol", "ticker", "instrument"];

/**
 * Reads a table with a header, in any order of its columns; others are left alone. Empty lines and remarks (`#`) are
 * skipped. `timeOf` gives the time of a cell, NaN for none.
 *
 * @throws EngineError CANDLES_INVALID, details {count, rows}: no such column, or a cell that is none. `what` names the
 * table.
 */
export function readDatedCsv<Name extends string>(
  text: string,
  what: string,
  columns: Readonly<Record<Name, DatedColumn>>,
  timeOf: (text: string) => number = instantOf,
): readonly DatedRow<Name>[] {
  const lines = text
    .replace(/^\uFEFF/u, "")
    .split(/\r\n|\n|\r/u)
    .map((line, at) => ({ line, row: at + 1 }))
    .filter(({ line }) => line.trim() !== "" && !isRemark(line, ";"));
  const [header, ...rows] = lines;
  if (header === undefined) throw refusal(what, 1, "is missing: the file is empty");
  const delimiter = delimiterOf(header.line);
  const words = splitRecord(header.line, delimiter).map(wordOf);
  const placeOf = (known: readonly string[]): number =>
    words.findIndex((word) => known.includes(word));
  const names = Object.keys(columns) as Name[];
  const places = names.map((name) => [name, placeOf(columns[name].words)] as const);
  const at = { time: placeOf(TIMES), symbol: placeOf(SYMBOLS) };
  if (at.time < 0 || (names.length > 0 && places.every(([, place]) => place < 0))) {
    const wanted = ["time", ...names].join(", ");
    throw refusal(what, header.row, `must name the columns ${wanted}; found ${quote(header.line)}`);
  }
  return rows.map(({ line, row }) => {
    const cells = splitRecord(line, delimiter);
    const time = timeOf((cells[at.time] ?? "").trim());
    if (time !== time) {
      throw refusal(what, row, `needs ${TIMESTAMP_EXPECTED}, found ${quote(cells[at.time] ?? "")}`);
    }
    const values: Partial<Record<Name, number>> = {};
    for (const [name, place] of places) {
      const cell = (cells[place] ?? "").trim();
      if (cell === "") continue;
      values[name] = columns[name].parse(cell);
      if (Number.isFinite(values[name])) continue;
      throw refusal(what, row, `needs ${columns[name].expected}, found ${quote(cell)}`);
    }
    return { row, time, symbol: cells[at.symbol]?.trim(), values };
  });
}

/** The fault of a row of a table. */
export function refusal(what: string, row: number, problem: string): EngineError {
  return new EngineError("CANDLES_INVALID", `${what}: row ${row} ${problem}.`, {
    details: { count: 1, rows: [{ row, problem }] },
  });
}

/** ISO 8601, or a number of seconds, milliseconds or microseconds since 1970 by its size. */
function instantOf(text: string): number {
  if (!/^\d{9,16}$/u.test(text)) return /^\d+$/u.test(text) ? NaN : parseTimestamp(text);
  const number = Number(text);
  if (number < 1e11) return 1000 * number;
  return number < 1e14 ? number : Math.floor(number / 1000);
}

function wordOf(name: string): string {
  return columnWord(name).replaceAll(/[^a-z]/gu, "");
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 64));
}
