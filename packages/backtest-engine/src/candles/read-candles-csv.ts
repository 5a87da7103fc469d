/** Candles from CSV text: whole, or as a stream. */

import { onlyIf, requireArguments } from "../require-arguments.ts";
import { joinSkipped } from "./candle-faults.ts";
import type { CandleFileOptions } from "./candle-file.ts";
import type { CandleReport } from "./candle-gaps.ts";
import type { Candles } from "./candles.ts";
import { checkCsvFormatOptions, type CsvFormat } from "./csv-format.ts";
import { refuseHeader } from "./csv-header.ts";
import { CsvParser } from "./csv-parser.ts";
import { gapResultOf } from "./fill-gaps.ts";
import type { Interval } from "./interval.ts";
import { checkKept, leftOutSentences, type LeftOutRows } from "./left-out-rows.ts";
import type { TimestampUnit } from "./timestamp-unit.ts";

/** Valid candles, and the report on their gaps. */
export interface CandleReading extends CandleReport {
  /** Valid candles, oldest first. */
  readonly candles: Candles;
  /**
   * Time zone of the times: the one that was told, or that the file states; the offset of all rows, such as `+02:00`;
   * `offsets` where theirs differ; else `UTC`.
   */
  readonly timeZone: string;
}

/** Candles from CSV, with the format that they were read in. */
export interface CsvReading extends CandleReading, LeftOutRows {
  /** Format of the file: dialect, columns, unit of times and order as told or detected, and what was assumed. */
  readonly format: CsvFormat;
  /** Unit that the times were in: `s`, `ms`, `us` or `ns` since 1970 as detected from the newest, or `iso` for text. */
  readonly timestampUnit: TimestampUnit;
  /** False when the file has no column of volumes: all are 0 then. */
  readonly hasVolume: boolean;
  /** Number of candles that were inserted into gaps; 0 unless the policy for gaps is `fill`. */
  readonly filled: number;
}

/** Options of {@link parseCandlesCsv} and {@link readCandlesCsv}. */
export interface CsvOptions extends CandleFileOptions {
  /** Candle length, for the report of gaps. Default: as detected. */
  readonly interval?: Interval;
}

/**
 * Reads a candle file: header `timestamp,open,high,low,close,volume` with `volume` and `turnover` optional, in any
 * order and letter case, between commas, semicolons or tabs, further columns ignored. The files of Yahoo, yfinance,
 * TradingView, Binance, Bybit and MetaTrader 4 and 5 are known; dumps of numbers need no header, and the newest candle
 * may come first. Timestamps in ISO 8601 (UTC unless they or the option `timeZone` say otherwise), as dates with points
 * or slashes, or in seconds, milliseconds, microseconds or nanoseconds since 1970, whose unit is detected from the
 * newest one. Numbers lie from 1980 to 2099, in a told unit too; dates may go back to 1800, those before 1980 without a
 * time of day. Candles at least 23 hours apart are filed by the date of their own offset from UTC: midnight in Berlin
 * is that day, at 00:00 UTC. Shorter ones keep their instant. The result states the format; each part can be told
 * instead. What a file leaves open, such as the order of day and month in 03/04/2020, is refused until it is told.
 *
 * Takes UTF-8 and UTF-16 with or without a byte order mark and windows-1252, LF or CRLF, quoted fields, blank lines at
 * the end, lines above the header, remarks (`#`, `//`, `;`) and headers that stand again. Prices may have signs of
 * currencies and separators of thousands, volumes `K`, `M` or `B`. About a million rows a second. What
 * {@link validateCandles} refuses is refused here too, unless `badRows` or `duplicates` tell what to do about it; what
 * was left out then is in `skipped` and `duplicates`.
 *
 * @throws EngineError CANDLES_INVALID, details {count, rows}, naming row, column and text of the first 20 faults;
 * OPTIONS_INVALID for an unknown word in the options
 */
export function parseCandlesCsv(file: string | Uint8Array, options: CsvOptions = {}): CsvReading {
  const bytes = bytesOf("parseCandlesCsv", file);
  checkCsvFormatOptions(options);
  const parser = new CsvParser(bytes.length, options);
  parser.push(bytes);
  return finish(parser, options);
}

/**
 * Reads a candle file as {@link parseCandlesCsv} does, but from a stream such as `fs.createReadStream`: never more than
 * one chunk of text is in memory.
 *
 * @throws EngineError CANDLES_INVALID as {@link parseCandlesCsv}; the stream's own error
 */
export async function readCandlesCsv(
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  options: CsvOptions = {},
): Promise<CsvReading> {
  checkCsvFormatOptions(options);
  const parser = new CsvParser(0, options);
  requireArguments("readCandlesCsv", { chunks }, CHUNKS);
  for await (const chunk of chunks) parser.push(bytesOf("readCandlesCsv", chunk));
  return finish(parser, options);
}

const encoder = new TextEncoder();

function bytesOf(caller: string, file: string | Uint8Array): Uint8Array {
  if (typeof file === "string") return encoder.encode(file);
  requireArguments(caller, { file }, FILE);
  return file;
}

const FILE = {
  file: onlyIf(
    "text or a Uint8Array",
    (value) =>
      ArrayBuffer.isView(value) && (value as Uint8Array)[Symbol.toStringTag] === "Uint8Array",
  ),
};

const CHUNKS = {
  chunks: onlyIf("an iterable of text or bytes", (value) => {
    const { [Symbol.asyncIterator]: later, [Symbol.iterator]: now } = value as Partial<
      AsyncIterable<unknown> & Iterable<unknown>
    >;
    return typeof (later ?? now) === "function";
  }),
};

function finish(parser: CsvParser, options: CsvOptions): CsvReading {
  const { candles, format, rowOf, duplicates, timeZone } = parser.finish();
  if (options.adjusted === true && format.columns.adjustedClose === undefined) {
    refuseHeader("has no column of adjusted closes, which were asked for");
  }
  const { faults, unreadable, passed } = parser;
  const kept = checkKept({ candles, unreadable, faults, rowOf }, options);
  const skipped = joinSkipped(kept, passed.skipped);
  const { report, ...under } = gapResultOf(candles, options.gaps, options.interval);
  return {
    candles: under.candles,
    timeZone,
    filled: under.filled,
    format: {
      ...format,
      assumptions: [...format.assumptions, ...leftOutSentences(skipped, duplicates)],
    },
    skipped,
    duplicates: { count: duplicates },
    timestampUnit: format.timestampUnit,
    hasVolume: format.columns.volume !== undefined,
    ...report,
  };
}
