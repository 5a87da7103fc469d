/** Imports of candles from CSV, Parquet and Arrow. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import type { NotesOf } from "../route/docs.ts";
import {
  list,
  object,
  oneOf,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { shownAs } from "../route/schema.ts";
import { CALENDARS } from "./engine-option-fields.ts";
import {
  Count,
  DATA_ERRORS,
  ExchangeName,
  FiniteNumber,
  GapPolicy,
  GUARD,
  IntervalName,
  security,
  SymbolName,
  Text,
  Timestamp,
  ZoneName,
} from "./fields.ts";

const importFormatFields = {
  /** Kind of the file: the program or exchange that writes such files, `plain`, `parquet` or `arrow`. */
  dialect: Text,
  /** Character between the fields; null for a file that is no text. */
  delimiter: oneOf(["comma", "semicolon", "tab"]).nullable(),
  /** Character before the fraction of a number; null for a file that is no text. */
  decimal: oneOf(["point", "comma"]).nullable(),
  /** Name in the file of the column for each field that was read. */
  columns: z.record(Text, Text),
  /** Order of the rows by time. */
  order: oneOf(["oldest_first", "newest_first"]),
  /** Order of day, month and year in dates such as 03/04/2020; null for all other times. */
  date_order: oneOf(["ymd", "dmy", "mdy"]).nullable(),
  /** Sentences on what the file does not say and was assumed. */
  assumptions: list(Text),
};
/** The format in which an imported file was read. */
export interface ImportFormat extends Fields<typeof importFormatFields> {}
export const ImportFormat: ObjectSchema<ImportFormat> = object(importFormatFields);

const skippedRowFields = {
  /** Row number in the file, from 1. */
  row: Count,
  /** Reason for which it is no candle. */
  reason: Text,
};
/** A row of a file that is not among its candles. */
export interface SkippedRow extends Fields<typeof skippedRowFields> {}
export const SkippedRow: ObjectSchema<SkippedRow> = object(skippedRowFields);

const skippedRowsFields = {
  /** Number of rows. */
  count: Count,
  /** The first 20 of them. */
  rows: list(SkippedRow),
};
/** Rows of a file that are not among its candles. */
export interface SkippedRows extends Fields<typeof skippedRowsFields> {}
export const SkippedRows: ObjectSchema<SkippedRows> = object(skippedRowsFields);

const repeatedRowsFields = {
  /** Number of rows. */
  count: Count,
};
/** Rows that were left out since another has their time. */
export interface RepeatedRows extends Fields<typeof repeatedRowsFields> {}
export const RepeatedRows: ObjectSchema<RepeatedRows> = object(repeatedRowsFields);

const importFields = {
  /** Trading pair. */
  symbol: Text,
  /** Length of a candle. */
  interval: Text,
  /** Number of candles that were stored. */
  records: Count,
  /** Number of places where candles are missing. */
  gaps: Count,
  /** Unit that the file's times were in, as detected: seconds, milliseconds, microseconds, nanoseconds, or text. */
  timestamp_unit: oneOf(["s", "ms", "us", "ns", "iso"]),
  /** Time zone of the file's times: as told or stated; the offset of all rows; `offsets` where they differ; or UTC. */
  time_zone: Text,
  /** Calendar of the market, as told with the import; absent where it was not. */
  calendar: Text.optional(),
  /** Candles in a year, as the candles themselves show them; absent where they were not counted. */
  bars_per_year: FiniteNumber.optional(),
  /** Time of the first candle, ISO 8601 in UTC. */
  first_timestamp: Timestamp,
  /** Time of the last candle, ISO 8601 in UTC. */
  last_timestamp: Timestamp,
  /** Number of candles that were inserted into gaps; 0 unless gaps were to be filled. */
  filled: Count,
  /** Format of the file, as told or detected. */
  format: ImportFormat,
  /** Rows that are no candle: those that were to be skipped, remarks and repeated headers. */
  skipped: SkippedRows,
  /** Rows that were left out since another has their time. */
  duplicates: RepeatedRows,
};
/** The outcome of an import. */
export interface ImportReply extends Fields<typeof importFields> {}
export const ImportReply: ObjectSchema<ImportReply> = object(importFields);

const keptImportFields = {
  /** Trading pair. */
  symbol: Text,
  /** Exchange that the candles stand for; null for any. */
  exchange: Text.nullable(),
  /** Length of a candle. */
  interval: Text,
  /** Size in bytes. */
  size_bytes: Count,
  /** Time of the import, ISO 8601 in UTC. */
  imported_at: Timestamp,
  /** Time zone of the file; absent where it is UTC, not told, or not one zone. */
  time_zone: Text.optional(),
  /** Calendar of the market, as told with the import; absent where it was not. */
  calendar: Text.optional(),
  /** Candles in a year, as counted at the import; absent where neither zone nor calendar is kept. */
  bars_per_year: FiniteNumber.optional(),
};
/** A series of imported candles. */
export interface KeptImport extends Fields<typeof keptImportFields> {}
export const KeptImport: ObjectSchema<KeptImport> = object(keptImportFields);

const importListFields = {
  /** The series, by exchange (none first), symbol and interval. */
  imports: list(KeptImport),
  /** Number of series. */
  count: Count,
  /** Size of all series in bytes. */
  total_size_bytes: Count,
};
/** The imported series. */
export interface ImportList extends Fields<typeof importListFields> {}
export const ImportList: ObjectSchema<ImportList> = object(importListFields);

const importDeletedFields = {
  /** Trading pair. */
  symbol: Text,
  /** Length of a candle. */
  interval: Text,
  /** Always `deleted`. */
  status: z.literal("deleted"),
};
/** The answer to the deletion of an import. */
export interface ImportDeleted extends Fields<typeof importDeletedFields> {}
export const ImportDeleted: ObjectSchema<ImportDeleted> = object(importDeletedFields);

const importQuery = {
  /** Symbol: 1–64 letters and digits of any script and `. _ / - : ^ = &`, Latin ones upper-cased. */
  symbol: SymbolName,
  /** Length of a candle, in minutes or with its unit. */
  interval: IntervalName,
  /** Exchange that the candles are stored under. Default: the server's provider. */
  exchange: ExchangeName.optional(),
};
interface ImportQuery extends Fields<typeof importQuery> {}
const ImportQuery: ObjectSchema<ImportQuery> = object(importQuery);

/** Field of a candle, `=`, and the name or number of its column; several between commas. */
const COLUMNS =
  /^(?:time|time_of_day|open|high|low|close|volume|turnover|adjusted_close)=[^,=]{1,64}(?:,(?:time|time_of_day|open|high|low|close|volume|turnover|adjusted_close)=[^,=]{1,64}){0,8}$/;

const fileQuery = {
  ...importQuery,
  /** Program or exchange that wrote the file. Default: detected. */
  dialect: oneOf([
    "plain",
    "yahoo",
    "yfinance",
    "tradingview",
    "binance",
    "bybit",
    "metatrader4",
    "metatrader5",
  ]).optional(),
  /** Character between the fields. Default: detected. */
  delimiter: oneOf(["comma", "semicolon", "tab"]).optional(),
  /** Character before the fraction of a number. Default: detected; a file that leaves it open is refused. */
  decimal: oneOf(["point", "comma"]).optional(),
  /** Columns by name or by number from 1, as `time=When,open=2`. Default: by their names. */
  columns: Text.max(1024)
    .regex(COLUMNS, "must be field=column pairs, such as time=When,open=2")
    .optional(),
  /** Unit of numeric times since 1970. Default: detected. */
  timestamp_unit: oneOf(["s", "ms", "us", "ns"]).optional(),
  /** Order of day, month and year in dates such as 03/04/2020. Default: detected; one left open is refused. */
  date_order: oneOf(["ymd", "dmy", "mdy"]).optional(),
  /** Offset of times without a zone from UTC in minutes, -840–840. Default 0. */
  utc_offset_minutes: q.integer({ min: -840, max: 840 }).optional(),
  /** IANA time zone of times without an offset, instead of `utc_offset_minutes`. Default UTC. */
  time_zone: ZoneName.optional(),
  /** Calendar of the market, by which gaps are counted; runs on the candles go by it. Default: none is told. */
  calendar: oneOf(CALENDARS).optional(),
  /** Order of the rows by time. Default: as found. */
  order: oneOf(["oldest_first", "newest_first"]).optional(),
  /** True to multiply the prices by adjusted close / close. Default false. */
  adjusted: q.boolean().optional(),
  /** Policy for missing candles: counted, refused, or filled with the close before and no volume. Default `report`. */
  gaps: GapPolicy.optional(),
  /** Policy for rows that are no candle: the file is refused, or they are skipped. Default `refuse`. */
  bad_rows: oneOf(["refuse", "skip"]).optional(),
  /** Rows of one time: refused, the same in every field left out, or the first or last kept. Default `refuse`. */
  duplicates: oneOf(["refuse", "same", "first", "last"]).optional(),
  /** True for prices that may be 0 and below, as those of spreads and rates. Default false. */
  allow_negative_prices: q.boolean().optional(),
  /** Number of lines above the header, 0–10,000. Default: found. */
  skip_rows: q.integer({ min: 0, max: 10_000 }).optional(),
  /** Encoding of the text. Default: detected. */
  encoding: oneOf([
    "utf-8",
    "utf-16le",
    "utf-16be",
    "windows-1252",
    "shift_jis",
    "gb18030",
  ]).optional(),
};
/** The name of an import, and the format of its file as far as it is told. */
export interface FileQuery extends ImportQuery, Fields<typeof fileQuery> {}
interface FileQueryInput extends InputFields<typeof fileQuery> {}
const FileQuery: ObjectSchema<FileQuery, FileQueryInput> = object(fileQuery);

/** A file of candles: text, or bytes of text, Parquet or Arrow. */
const CandleFile = shownAs(
  z.custom<string | Uint8Array>(
    (body) => (typeof body === "string" || body instanceof Uint8Array) && body.length > 0,
    "must not be empty",
  ),
  { type: "string", minLength: 1 },
);

export const importRoutes = {
  /**
   * Store candles from CSV: timestamp,open,high,low,close,volume, or the files of Yahoo, yfinance,
   * TradingView, Binance, Bybit and MetaTrader, in UTF-8 or UTF-16; or from Parquet or Arrow
   * (Feather). The kind of the file is told by its first bytes, the format is detected and stated;
   * each part can be told.
   *
   * `POST /data/import` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400), VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - MARKET_DATA_UNAVAILABLE (503): Call again later, or choose another source of candles.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * @example
   *   await client.importCandles({
   *     query: { symbol: "BTCUSDT", interval: "1" },
   *     body: "timestamp,open,high,low,close,volume\n1767225600000,100,101.5,99.5,101,12.5\n",
   *   });
   */
  importCandles: route("POST", "/data/import", {
    security,
    query: FileQuery,
    body: CandleFile,
    bodyMediaType: "text/csv",
    bodyBytesTypes: [
      "application/octet-stream",
      "application/vnd.apache.parquet",
      "application/vnd.apache.arrow.file",
      "application/vnd.apache.arrow.stream",
    ],
    bodyLimit: 64 * 1024 * 1024,
    idempotent: true,
    responses: { 200: ImportReply },
    errors: { ...DATA_ERRORS, VALIDATION_ERROR: 422, QUOTA_EXCEEDED: 409 },
  }),
  /**
   * List the imported series.
   *
   * `GET /data/import` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * @example
   *   await client.listImports();
   */
  listImports: route("GET", "/data/import", {
    security,
    responses: { 200: ImportList },
    errors: GUARD,
  }),
  /**
   * Delete an imported series.
   *
   * `DELETE /data/import` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * - IMPORT_NOT_FOUND (404): List the imports for those that are kept.
   * @example
   *   await client.deleteImport({ query: { symbol: "BTCUSDT", interval: "1" } });
   */
  deleteImport: route("DELETE", "/data/import", {
    security,
    query: ImportQuery,
    responses: { 200: ImportDeleted },
    errors: { ...GUARD, INVALID_PARAMETERS: 400, IMPORT_NOT_FOUND: 404 },
  }),
};

/** Notes of {@link importRoutes}. A function, so that bundlers drop it from clients. */
export function importNotes(): NotesOf<typeof importRoutes> {
  const tags = ["data"];
  const time = "2026-01-01T00:00:00.000Z";
  const symbol = "BTCUSDT";
  return {
    listImports: {
      tags,
      example: {
        response: {
          imports: [
            { symbol, exchange: null, interval: "60", size_bytes: 48000, imported_at: time },
          ],
          count: 1,
          total_size_bytes: 48000,
        },
      },
    },
    deleteImport: {
      tags,
      unspecified: ["The import of exactly these names: one with an exchange needs exchange."],
      example: { response: { symbol, interval: "60", status: "deleted" } },
    },
    importCandles: {
      tags,
      unspecified: [
        "Beyond the operator's maximum of series or of bytes an import is 409; one that replaces a series counts once.",
        "Four files of one API key at a time are read, one after the other: a fifth is 409. A file has at most 1000 columns, a row of text 65,536 bytes.",
        "A Parquet or Arrow file has at most 2,000,000 rows, and no more than 10,000 and ten for each of its bytes; its columns are found by the same names, and dialect, delimiter, decimal and date_order, which are for text, are 400 for it.",
        "A file whose dates or decimal commas allow two readings is 422 until date_order or decimal tells which.",
        "A row that is no candle or repeats a time is 422, naming the option that would read the file: bad_rows or duplicates. Of a file with several symbols the rows of symbol are read; without them it is 422.",
        "allow_negative_prices reads prices of 0 and below; beside adjusted it is 400. A run on such candles needs the same field.",
        "time_zone reads times without an offset by the clock of a zone: of an hour that comes twice the row has the first reading that is later than the row before, one that the clock skips makes the file 422, and days keep their dates. Beside utc_offset_minutes it is 400.",
        "gaps=refuse makes a missing candle 422; gaps=fill inserts the close before the gap with no volume, and filled counts these candles.",
      ],
      example: {
        body: "timestamp,open,high,low,close,volume\n1767225600000,100,101.5,99.5,101,12.5\n",
        response: {
          symbol,
          interval: "60",
          records: 1,
          gaps: 0,
          timestamp_unit: "ms",
          time_zone: "UTC",
          first_timestamp: time,
          last_timestamp: time,
          filled: 0,
          format: {
            dialect: "plain",
            delimiter: "comma",
            decimal: "point",
            columns: {
              time: "timestamp",
              open: "open",
              high: "high",
              low: "low",
              close: "close",
              volume: "volume",
            },
            order: "oldest_first",
            date_order: null,
            assumptions: [],
          },
          skipped: { count: 0, rows: [] },
          duplicates: { count: 0 },
        },
      },
    },
  };
}
