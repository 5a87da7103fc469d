/** The format of a candle file: told by the caller, or detected and stated in the result. */

import { absentOr, readable, recordOf } from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import { requireArguments, unchecked } from "../require-arguments.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import type { CandleFormat, CandleField, DateOrder, RowOrder } from "./candle-format.ts";
import { foundWord } from "./interval.ts";
import { timeZoneOption } from "./place-options.ts";
import { BAD_ROW_POLICIES, DUPLICATE_POLICIES, type RowPolicies } from "./row-policy.ts";
import { ENCODINGS, type CsvEncoding } from "./text-encoding.ts";
import type { TimestampUnit } from "./timestamp-unit.ts";

/** Dialects of candle files that are known. */
export const CSV_DIALECTS = [
  "plain",
  "yahoo",
  "yfinance",
  "tradingview",
  "binance",
  "bybit",
  "metatrader4",
  "metatrader5",
] as const;

/**
 * Program or exchange that writes candle files in this way; `plain` for names such as
 * `timestamp,open,high,low,close,volume`, whoever wrote them.
 */
export type CsvDialect = (typeof CSV_DIALECTS)[number];

/** Characters between the fields of a record. */
export const DELIMITERS = { comma: ",", semicolon: ";", tab: "\t" } as const;

/** Name of the character between the fields. */
export type CsvDelimiter = keyof typeof DELIMITERS;

/** Characters before the fraction of a number. */
const DECIMALS = { point: ".", comma: "," } as const;

/** Name of the character before the fraction of a number. */
export type CsvDecimal = keyof typeof DECIMALS;

/** Format of a CSV file, as it was read. */
export interface CsvFormat extends CandleFormat {
  /** Dialect that the file was read as. */
  readonly dialect: CsvDialect;
  /** Character between the fields. */
  readonly delimiter: CsvDelimiter;
  /** Character before the fraction of a number. */
  readonly decimal: CsvDecimal;
  /** Order of day, month and year in dates with a number of one or two digits first; null for all other times. */
  readonly dateOrder: DateOrder | null;
}

/** Parts of a file's format that a caller can tell, each detected when it is not told, and the policies for rows. */
export interface CsvFormatOptions extends RowPolicies {
  /** Dialect to read the file as. Default: detected from the header, or from the number of columns without one. */
  readonly dialect?: CsvDialect;
  /** Character between the fields. Default: the one of the three that the first record has most often. */
  readonly delimiter?: CsvDelimiter;
  /**
   * Character before the fraction of a number. Default: a point; a comma where fields are not separated by commas and
   * the numbers can be read in no other way.
   */
  readonly decimal?: CsvDecimal;
  /** Name, or number from 1, of the column for each field. Default: by the names of the dialect. */
  readonly columns?: Readonly<Partial<Record<CandleField, string | number>>>;
  /**
   * Unit of numeric times since 1970; each of them lies from 1980 to 2099. Default: the one in which the newest does.
   */
  readonly timestampUnit?: Exclude<TimestampUnit, "iso">;
  /**
   * Order of day, month and year in dates such as 03/04/2020. Default: the only one that all dates of the file have; a
   * file that allows both is refused.
   */
  readonly dateOrder?: DateOrder;
  /**
   * Offset of times without a zone from UTC, in minutes: 120 for UTC+2. -840 to 840, default 0. Daily candles keep
   * their dates whatever it is.
   */
  readonly utcOffsetMinutes?: number;
  /**
   * IANA time zone such as `America/New_York` in which times without a zone are read, instead of `utcOffsetMinutes`. Of
   * the two times that a clock shows twice in autumn, a row has the first that is later than the row before; one that
   * the clock skips in spring is refused. Times with an offset keep it. Daily candles keep their dates, and those that
   * are at no midnight of their own offset have the date of the zone.
   */
  readonly timeZone?: string;
  /** Order of the rows. Default: as found. */
  readonly order?: RowOrder;
  /**
   * True: prices are multiplied by adjusted close / close, for which the file needs a column such as `Adj Close`.
   * Default false.
   */
  readonly adjusted?: boolean;
  /**
   * Number of lines before the header, or before the first candle of a file without one. 0–10,000. Default: lines
   * above a header with names are found, and stated.
   */
  readonly skipRows?: number;
  /** Encoding of the text. Default: detected from the first 4096 bytes, and stated unless it is Unicode. */
  readonly encoding?: CsvEncoding;
  /**
   * Symbol to read from a file whose column of symbols names several; letter case and punctuation do not matter.
   * Default: such a file is refused, unless its times only rise or only fall, as those of futures contracts do that
   * follow one another.
   */
  readonly symbol?: string;
}

/**
 * Checks that options of a reader have known names, and that every part of a format is one of its words.
 *
 * @throws EngineError OPTIONS_INVALID with details.option
 */
export function checkCsvFormatOptions(options: CsvFormatOptions): void {
  resolveEngineOptions("Reading candles", options, KNOWN);
  requireArguments("Reading candles", options as object as Record<string, unknown>, COLUMNS);
  for (const [name, words] of Object.entries(WORDS)) {
    const found = options[name as keyof typeof WORDS];
    if (found === undefined || (typeof found === "string" && words.includes(found))) continue;
    refuse(name, `must be one of ${words.join(", ")}`, found);
  }
  const { utcOffsetMinutes: offset, columns, adjusted, skipRows, symbol, timeZone } = options;
  if (
    skipRows !== undefined &&
    !(Number.isInteger(skipRows) && skipRows >= 0 && skipRows <= MAX_SKIPPED)
  ) {
    refuse("skipRows", `must be a whole number from 0 to ${MAX_SKIPPED}`, skipRows);
  }
  if (symbol !== undefined && !(typeof symbol === "string" && symbol.trim() !== "")) {
    refuse("symbol", "must be the name of a symbol", symbol);
  }
  if (offset !== undefined && !(Number.isInteger(offset) && Math.abs(offset) <= 840)) {
    refuse("utcOffsetMinutes", "must be whole minutes from -840 to 840", offset);
  }
  if (timeZone !== undefined) {
    timeZoneOption(timeZone);
    if (offset !== undefined) {
      refuse(
        "timeZone",
        'takes the place of option "utcOffsetMinutes"; tell one of them',
        timeZone,
      );
    }
  }
  if (adjusted !== undefined && typeof adjusted !== "boolean") {
    refuse("adjusted", "must be true or false", adjusted);
  }
  const { allowNegativePrices } = options;
  if (allowNegativePrices !== undefined && typeof allowNegativePrices !== "boolean") {
    refuse("allowNegativePrices", "must be true or false", allowNegativePrices);
  }
  if (allowNegativePrices === true && adjusted === true) {
    refuse("adjusted", 'divides by closes and excludes "allowNegativePrices"; leave one out', true);
  }
  for (const [field, column] of Object.entries(columns ?? {})) {
    if (!FIELDS.includes(field)) {
      refuse("columns", `knows the fields ${FIELDS.join(", ")}`, field);
    }
    const isPlace = typeof column === "number" && Number.isInteger(column) && column >= 1;
    if (isPlace || (typeof column === "string" && column !== "")) continue;
    refuse("columns", `must give a name or a number from 1 for ${field}`, column);
  }
}

/** Maximum number of lines before the header. */
const MAX_SKIPPED = 10_000;

const WORDS = {
  dialect: CSV_DIALECTS,
  delimiter: Object.keys(DELIMITERS),
  decimal: Object.keys(DECIMALS),
  timestampUnit: ["s", "ms", "us", "ns"],
  dateOrder: ["ymd", "dmy", "mdy"],
  order: ["oldest_first", "newest_first"],
  badRows: BAD_ROW_POLICIES,
  duplicates: DUPLICATE_POLICIES,
  encoding: ENCODINGS,
} as const satisfies Partial<Record<keyof CsvFormatOptions, readonly string[]>> as Readonly<
  Record<
    | "dialect"
    | "delimiter"
    | "decimal"
    | "timestampUnit"
    | "dateOrder"
    | "order"
    | "badRows"
    | "duplicates"
    | "encoding",
    readonly string[]
  >
>;

const FIELDS: readonly string[] = [
  "time",
  "timeOfDay",
  "open",
  "high",
  "low",
  "close",
  "volume",
  "turnover",
  "adjustedClose",
] satisfies CandleField[];

const NAMES = [
  ...Object.keys(WORDS),
  "columns",
  "utcOffsetMinutes",
  "timeZone",
  "adjusted",
  "allowNegativePrices",
  "skipRows",
  "symbol",
  "gaps",
  "interval",
];
const KNOWN = Object.fromEntries(NAMES.map((name) => [name, unchecked()]));
const COLUMNS = { columns: absentOr(recordOf(readable)) };

function refuse(option: string, problem: string, found: unknown): never {
  throw new EngineError(
    "OPTIONS_INVALID",
    `Reading candles: option "${option}" ${problem}; found ${foundWord(found)}.`,
    { details: { option } },
  );
}
