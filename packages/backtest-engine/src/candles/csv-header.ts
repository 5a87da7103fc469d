/** The names of columns, and which field of a candle each of them fills. */

import { EngineError } from "../errors.ts";
import { quoted } from "./candle-faults.ts";
import type { CandleField } from "./candle-format.ts";

/** Meaning of each field of a row: the one it fills, or undefined for a column that is not ours. */
export type CsvFields = readonly (CandleField | undefined)[];

/** Names of each column in lower case, the best first: those of exchanges' dumps, Yahoo and TradingView among them. */
const NAMES: Readonly<Record<CandleField, readonly string[]>> = {
  time: [
    "timestamp",
    "open time",
    "open_time",
    "opentime",
    "starttime",
    "start_time",
    "start time",
    "start_at",
    "unix",
    "time",
    "datetime",
    "date",
  ],
  timeOfDay: [],
  open: ["open", "openprice", "open_price"],
  high: ["high", "highprice", "high_price"],
  low: ["low", "lowprice", "low_price"],
  close: ["close", "closeprice", "close_price"],
  volume: ["volume", "tickvol", "tick_volume", "vol"],
  turnover: [
    "turnover",
    "quote asset volume",
    "quote_asset_volume",
    "quote asset vol",
    "quote_volume",
  ],
  adjustedClose: ["adj close", "adj_close", "adjusted close", "adjusted_close", "adjclose"],
};
const REQUIRED: readonly CandleField[] = ["time", "open", "high", "low", "close"];

/** A name in the form that columns are looked up by: lower case, without spaces around it or MetaTrader's brackets. */
export function columnWord(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^<(.*)>$/u, "$1");
}

/** The character between the fields: of tab, semicolon and comma the one that the first record has most often. */
export function delimiterOf(header: string): string {
  const count = (delimiter: string): number => header.split(delimiter).length;
  const [best = ","] = ["\t", ";", ","].toSorted((a, b) => count(b) - count(a));
  return count(best) === 1 ? "," : best;
}

/** The name of a field in messages. */
export function columnOf(cell: CandleField): string {
  if (cell === "adjustedClose") return "adjusted close";
  return cell === "time" || cell === "timeOfDay" ? "timestamp" : cell;
}

/** Columns by name or by number from 1, as a caller tells them. */
export type ToldColumns = Readonly<Partial<Record<CandleField, string | number>>>;

/**
 * The meaning of each column by its name, in any order and letter case. Of several columns that could be the same cell
 * the best named one counts; others are skipped. Columns that are told come first.
 *
 * @throws EngineError CANDLES_INVALID when a column is missing or stands twice
 */
export function readCsvHeader(names: readonly string[], told: ToldColumns = {}): CsvFields {
  refuseManyColumns(names.length);
  const words = names.map(columnWord);
  const fields: (CandleField | undefined)[] = words.map(() => undefined);
  for (const [cell, column] of Object.entries(told) as [CandleField, string | number][]) {
    fields[placeOf(column, words, names)] = cell;
  }
  for (const cell of Object.keys(NAMES) as CandleField[]) {
    if (fields.includes(cell)) continue;
    const name = NAMES[cell].find((known) => words.includes(known));
    if (name === undefined || fields[words.indexOf(name)] !== undefined) continue;
    if (words.indexOf(name) !== words.lastIndexOf(name)) {
      refuseHeader(`names the column ${name} twice`);
    }
    fields[words.indexOf(name)] = cell;
  }
  // The index of a table that pandas wrote has no name in CSV, and this one in Parquet.
  const index = words.findIndex((word) => /^(?:__index_level_0__)?$/u.test(word));
  if (index >= 0 && words.length > 1 && !fields.includes("time")) fields[index] = "time";
  const missing = REQUIRED.filter((cell) => !fields.includes(cell));
  if (missing.length > 0) {
    refuseHeader(
      `has no column ${missing.map(columnOf).join(", ")}; found ${quoted(names.join(","))}`,
    );
  }
  return fields;
}

/** Index of a column that was told. @throws EngineError CANDLES_INVALID */
function placeOf(column: string | number, words: readonly string[], names: readonly string[]) {
  const place = typeof column === "number" ? column - 1 : words.indexOf(columnWord(column));
  if (place >= 0 && place < words.length) return place;
  return refuseHeader(
    `has no column ${JSON.stringify(column)}, which was told; found ${quoted(names.join(","))}`,
  );
}

/** Maximum number of columns of a candle file of any kind: it has some ten. */
const MAX_COLUMNS = 1000;

/** Refuses a table of more than 1000 columns before it is looked at. @throws EngineError CANDLES_INVALID */
export function refuseManyColumns(count: number): void {
  if (count > MAX_COLUMNS) refuseHeader(`has ${count} columns; at most ${MAX_COLUMNS} are read`);
}

/** Refuses row 1 of a file. */
export function refuseHeader(problem: string): never {
  throw new EngineError(
    "CANDLES_INVALID",
    `Expected a header such as "timestamp,open,high,low,close,volume" (between commas, semicolons or tabs) as row 1 ` +
      `of the candle file, but row 1 ${problem}. Columns of other names can be told by option "columns".`,
    { details: { count: 1, rows: [{ row: 1, problem }] } },
  );
}
