/** The dialect of a file and its columns, from its first records. */

import type { CsvDialect, CsvFormatOptions } from "./csv-format.ts";
import {
  columnWord,
  readCsvHeader,
  refuseHeader,
  refuseManyColumns,
  symbolColumnOf,
  type CsvFields,
} from "./csv-header.ts";
import { isDateText, isTimeOfDay } from "./parse-date-text.ts";
import { parseDecimalText } from "./parse-decimal.ts";
import { isSymbol, listed } from "./symbol-rows.ts";

/** Dialect and columns of a file. */
export interface CsvLayout {
  readonly dialect: CsvDialect;
  readonly fields: CsvFields;
  /** Name of each column; undefined in a file without a header. */
  readonly names: readonly string[] | undefined;
  /** Number of records before the first candle. */
  readonly headerRows: number;
  /** Index of the column that tells the symbol of each row; -1 without one. */
  readonly symbolColumn: number;
}

/** Columns of files without a header. */
const CANDLE: CsvFields = ["time", "open", "high", "low", "close", "volume"];
const DATED: CsvFields = ["time", "timeOfDay", "open", "high", "low", "close"];
const BARE: readonly (readonly [CsvDialect, CsvFields])[] = [
  ["plain", CANDLE],
  ["bybit", [...CANDLE, "turnover"]],
  ["binance", [...CANDLE, undefined, "turnover", undefined, undefined, undefined, undefined]],
];
const BARE_DATED: readonly (readonly [CsvDialect, CsvFields])[] = [
  ["metatrader4", DATED],
  ["metatrader4", [...DATED, "volume"]],
  ["metatrader5", [...DATED, "volume", undefined, undefined]],
];

/**
 * The layout that the first records of a file tell, the first of them in line `row`; undefined when the next record is
 * needed too. With `isAll` there is none.
 *
 * @throws EngineError CANDLES_INVALID when a column is missing
 */
export function detectLayout(
  head: readonly (readonly string[])[],
  options: CsvFormatOptions,
  isAll: boolean,
  row: number = 1,
): CsvLayout | undefined {
  const [first = [], second, third] = head;
  refuseManyColumns(first.length, row);
  if (/^\s*[[{]/u.test(first[0] ?? "")) {
    refuseHeader("is JSON and no CSV; read its rows by candlesFromKlines or candlesFromRows", row);
  }
  const bare = bareLayout(first, options, row);
  if (bare !== undefined) return bare;
  const words = first.map(columnWord);
  if (isYfinance(words, second)) {
    if (third === undefined && !isAll) return undefined;
    const columns = ofOneTicker(first, second ?? [], options.symbol, row + 1);
    const names = columns.map((name, i) => (i === 0 ? (third?.[0] ?? "Date") : name));
    return layoutOf("yfinance", names, options, [row, 3]);
  }
  if (words[0] === "price" && second === undefined && !isAll) return undefined;
  if (words.includes("date") && words.includes("time") && options.columns?.time === undefined) {
    if (second === undefined && !isAll) return undefined;
    if (isTimeOfDay(second?.[words.indexOf("time")] ?? "")) {
      const dated = { ...options.columns, time: "date", timeOfDay: "time" };
      return layoutOf(dialectOf(first), first, { ...options, columns: dated }, [row, 1]);
    }
  }
  return layoutOf(dialectOf(first), first, options, [row, 1]);
}

function layoutOf(
  dialect: CsvDialect,
  names: readonly string[],
  { columns }: CsvFormatOptions,
  [row, headerRows]: readonly [number, number],
): CsvLayout {
  const fields = readCsvHeader(names, columns, row);
  return { dialect, fields, names, headerRows, symbolColumn: symbolColumnOf(names, fields) };
}

/** The names of the columns of one ticker, those of others made empty. @throws EngineError CANDLES_INVALID */
function ofOneTicker(
  names: readonly string[],
  tickers: readonly string[],
  symbol: string | undefined,
  row: number,
): readonly string[] {
  const found = [...new Set(tickers.slice(1).map((ticker) => ticker.trim()))];
  if (found.length < 2) return names;
  const asked = symbol === undefined ? undefined : found.find((one) => isSymbol(one, symbol));
  if (asked === undefined) {
    refuseHeader(
      `names several symbols: ${listed(found)}; set option "symbol" to one of them`,
      row,
    );
  }
  return names.map((name, i) => (i === 0 || tickers[i]?.trim() === asked ? name : "(other)"));
}

/** yfinance writes a row of fields, a row of tickers and a row that names the index. */
function isYfinance(words: readonly string[], second: readonly string[] | undefined): boolean {
  return words[0] === "price" && second !== undefined && columnWord(second[0] ?? "") === "ticker";
}

/** The columns of a file whose first record holds values instead of names; undefined for a header. */
function bareLayout(
  first: readonly string[],
  { dialect, columns }: CsvFormatOptions,
  row: number,
): CsvLayout | undefined {
  const isDated = isDateText(first[0] ?? "");
  const isValue = (text: string): boolean => text.trim() !== "" && isNumber(text);
  const told = Object.values(columns ?? {});
  if (told.some((column) => typeof column === "string")) return undefined; // only a header has names
  if (told.length > 0 && told.every((column) => typeof column === "number")) {
    const texts = told.map((column) => first[column - 1] ?? "");
    if (texts.some((text) => !(isValue(text) || isDateText(text) || isTimeOfDay(text))))
      return undefined;
    const names = first.map(() => "?");
    const fields = readCsvHeader(names, columns, row);
    return { dialect: "plain", fields, names: undefined, headerRows: 0, symbolColumn: -1 };
  }
  const hasTime = isDated && isTimeOfDay(first[1] ?? "");
  if (!(isDated || isValue(first[0] ?? ""))) return undefined;
  if (!first.slice(hasTime ? 2 : 1).every(isValue)) return undefined;
  const found = (hasTime ? BARE_DATED : BARE).find(([, fields]) => fields.length === first.length);
  if (found === undefined) {
    if (!hasTime && !isDated && dialect === undefined) return undefined;
    refuseHeader(
      `has ${first.length} columns of values and no name; tell by number which is which`,
      row,
    );
  }
  const [likely, fields] = found;
  if (dialect !== undefined && dialect !== likely && dialect !== "plain") {
    const expected = [...BARE, ...BARE_DATED].filter(([one]) => one === dialect);
    const lengths = expected.map(([, { length }]) => String(length));
    refuseHeader(
      `has ${first.length} columns of values and no name; ${dialect} ${lengths.length === 0 ? "always has names" : `without names has ${lengths.join(" or ")}`}`,
      row,
    );
  }
  return { dialect: likely, fields, names: undefined, headerRows: 0, symbolColumn: -1 };
}

/** Decimal commas count as numbers here: a header has no digits alone. */
function isNumber(text: string): boolean {
  return !Number.isNaN(parseDecimalText(text.replace(",", ".")));
}

/** The dialect that the names tell, which is stated whatever was told: columns with names are found by them. */
function dialectOf(names: readonly string[]): CsvDialect {
  const words = names.map(columnWord);
  const has = (...some: readonly string[]): boolean => some.some((word) => words.includes(word));
  if (names.some((name) => /^\s*<.*>\s*$/u.test(name))) return "metatrader5";
  if (has("adj close")) return "yahoo";
  if (has("open time", "open_time", "opentime") && has("close time", "close_time", "closetime")) {
    return "binance";
  }
  if (has("starttime", "start_time", "start time", "start_at") && has("turnover")) return "bybit";
  return names[0] === "time" && names[1] === "open" ? "tradingview" : "plain";
}
