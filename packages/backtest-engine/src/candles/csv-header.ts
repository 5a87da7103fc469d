/** The names of columns, and which field of a candle each of them fills. */

import { EngineError } from "../errors.ts";
import { quoted } from "./candle-faults.ts";
import type { CandleField } from "./candle-format.ts";

/** Meaning of each field of a row: the one it fills, or undefined for a column that is not ours. */
export type CsvFields = readonly (CandleField | undefined)[];

/**
 * Names of each column in lower case, the best first: those of exchanges' dumps, of data vendors, and of sites in
 * German, Polish, Japanese and Chinese.
 */
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
    "timeopen",
    "window_start",
    "gmt time",
    "utc time",
    "time (utc)",
    "date (utc)",
    "date/time",
    "trade_date",
    "trade date",
    "dtyyyymmdd",
    "ts",
    "t",
    "datum",
    "data",
    "日付",
    "日期",
  ],
  timeOfDay: [],
  open: [
    "open",
    "openprice",
    "open_price",
    "open price",
    "o",
    "erster",
    "eröffnung",
    "eröffn.",
    "otwarcie",
    "始値",
    "开盘",
    "开盘价",
  ],
  high: [
    "high",
    "highprice",
    "high_price",
    "high price",
    "h",
    "hoch",
    "najwyzszy",
    "高値",
    "最高",
    "最高价",
  ],
  low: [
    "low",
    "lowprice",
    "low_price",
    "low price",
    "l",
    "tief",
    "najnizszy",
    "安値",
    "最低",
    "最低价",
  ],
  close: [
    "close",
    "closeprice",
    "close_price",
    "close price",
    "close/last",
    "last",
    "latest",
    "price",
    "c",
    "schluss",
    "schlusskurs",
    "zuletzt",
    "zamkniecie",
    "終値",
    "收盘",
    "收盘价",
  ],
  volume: [
    "volume",
    "tickvol",
    "tick_volume",
    "vol",
    "vol.",
    "v",
    "no.of shares",
    "no. of shares",
    "number of shares",
    "total traded quantity",
    "stuecke",
    "stück",
    "volumen",
    "wolumen",
    "出来高",
    "成交量",
  ],
  turnover: [
    "turnover",
    "quote asset volume",
    "quote_asset_volume",
    "quote asset vol",
    "quote_volume",
  ],
  adjustedClose: [
    "adj close",
    "adj_close",
    "adjusted close",
    "adjusted_close",
    "adjclose",
    "adj. close",
  ],
};
/** Names of a column that tells the symbol of each row. */
const SYMBOLS = ["symbol", "ticker", "ts_code", "instrument", "sym", "code", "股票代码"];
/** Names such as `Volume BTC`: of two columns the first counts the base currency, the second the quote currency. */
const VOLUME_IN = /^volume [a-z0-9]{2,10}$/u;
const REQUIRED: readonly CandleField[] = ["time", "open", "high", "low", "close"];

/**
 * A name in the form that columns are looked up by: lower case, without spaces around it, MetaTrader's brackets, or the
 * numbers of Alpha Vantage (`1. open`).
 */
export function columnWord(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^<(.*)>$/u, "$1")
    .replace(/^\d\w?\. /u, "");
}

/** Index of the column that tells the symbol of each row; -1 without one. */
export function symbolColumnOf(names: readonly string[], fields: CsvFields): number {
  const words = names.map(columnWord);
  const place = SYMBOLS.map((name) => words.indexOf(name)).find((index) => index >= 0) ?? -1;
  return fields[place] === undefined ? place : -1;
}

/** Number of the fields of a candle that some names have a column for. */
export function knownFields(names: readonly string[]): number {
  const words = names.map(columnWord);
  return REQUIRED.filter((cell) => NAMES[cell].some((name) => words.includes(name))).length;
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
export function readCsvHeader(
  names: readonly string[],
  told: ToldColumns = {},
  row: number = 1,
): CsvFields {
  refuseManyColumns(names.length, row);
  const words = names.map(columnWord);
  const fields: (CandleField | undefined)[] = words.map(() => undefined);
  for (const [cell, column] of Object.entries(told) as [CandleField, string | number][]) {
    fields[placeOf(column, words, names, row)] = cell;
  }
  for (const cell of Object.keys(NAMES) as CandleField[]) {
    if (fields.includes(cell)) continue;
    const name = NAMES[cell].find((known) => words.includes(known));
    if (name === undefined || fields[words.indexOf(name)] !== undefined) continue;
    if (words.indexOf(name) !== words.lastIndexOf(name)) {
      refuseHeader(`names the column ${name} twice`, row);
    }
    fields[words.indexOf(name)] = cell;
  }
  const volumes = words.flatMap((word, i) => (VOLUME_IN.test(word) ? [i] : []));
  if (volumes.length === 2 && !fields.includes("volume")) {
    fields[volumes[0]!] = "volume"; // there are two
    if (!fields.includes("turnover")) fields[volumes[1]!] = "turnover";
  }
  // The index of a table that pandas wrote has no name in CSV, and this one in Parquet.
  const index = words.findIndex((word) => /^(?:__index_level_0__)?$/u.test(word));
  if (index >= 0 && words.length > 1 && !fields.includes("time")) fields[index] = "time";
  const missing = REQUIRED.filter((cell) => !fields.includes(cell));
  if (missing.length > 0) {
    refuseHeader(
      `has no column ${missing.map(columnOf).join(", ")}; found ${quoted(names.join(","))}`,
      row,
    );
  }
  return fields;
}

/** Index of a column that was told. @throws EngineError CANDLES_INVALID */
function placeOf(
  column: string | number,
  words: readonly string[],
  names: readonly string[],
  row: number,
): number {
  const place = typeof column === "number" ? column - 1 : words.indexOf(columnWord(column));
  if (place >= 0 && place < words.length) return place;
  return refuseHeader(
    `has no column ${JSON.stringify(column)}, which was told; found ${quoted(names.join(","))}`,
    row,
  );
}

/** Maximum number of columns of a candle file of any kind: it has some ten. */
const MAX_COLUMNS = 1000;

/** Refuses a table of more than 1000 columns before it is looked at. @throws EngineError CANDLES_INVALID */
export function refuseManyColumns(count: number, row: number): void {
  if (count <= MAX_COLUMNS) return;
  refuseHeader(`has ${count} columns; at most ${MAX_COLUMNS} are read`, row);
}

/** Refuses a file by the row that should be its header. */
export function refuseHeader(problem: string, row: number = 1): never {
  throw new EngineError(
    "CANDLES_INVALID",
    `Expected a header such as "timestamp,open,high,low,close,volume" (between commas, semicolons or tabs) as row ${row} ` +
      `of the candle file, but row ${row} ${problem}. Columns of other names can be told by option "columns", lines ` +
      `above the header by option "skipRows".`,
    { details: { count: 1, rows: [{ row, problem }] } },
  );
}
