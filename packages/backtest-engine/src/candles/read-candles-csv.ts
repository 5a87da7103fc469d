/** Candles from CSV text: whole, or as a stream. */

import type { Interval } from "../market-data/interval.ts";
import { reportGaps, type CandleReport } from "./candle-gaps.ts";
import type { Candles } from "./candles.ts";
import { checkRows } from "./check-rows.ts";
import { CsvParser } from "./csv-parser.ts";
import type { TimestampUnit } from "./timestamp-unit.ts";

/** Valid candles, and the report on their gaps. */
export interface CandleReading extends CandleReport {
  /** Valid candles, oldest first. */
  readonly candles: Candles;
}

/** Candles from CSV, with the unit that their times were in. */
export interface CsvReading extends CandleReading {
  /** Unit that the times were in: `s`, `ms`, `us` or `ns` since 1970 as detected from the newest, or `iso` for text. */
  readonly timestampUnit: TimestampUnit;
  /** False when the file has no column of volumes: all are 0 then. */
  readonly hasVolume: boolean;
}

/** Options of {@link parseCandlesCsv} and {@link readCandlesCsv}. */
export interface CsvOptions {
  /** Candle length, for the report of gaps. Default: as detected. */
  readonly interval?: Interval;
}

/**
 * Reads a candle file: header `timestamp,open,high,low,close,volume` with `volume` and `turnover` optional, in any
 * order and letter case, between commas, semicolons or tabs, further columns ignored. The names of Yahoo, TradingView
 * and Binance are known (`Date`, `time`, `Open time`), a dump of 6 or 12 numeric columns needs no header, and the
 * newest candle may come first. Timestamps in ISO 8601 (UTC unless they say otherwise), or in seconds, milliseconds,
 * microseconds or nanoseconds since 1970, whose unit is detected: the newest time must lie from 1980 to 2099.
 *
 * Takes UTF-8 with or without a byte order mark, LF or CRLF, quoted fields, blank lines at the end. About a million
 * rows a second. What {@link validateCandles} refuses is refused here too.
 *
 * @throws EngineError CANDLES_INVALID, details {count, rows}, naming row, column and text of the first 20 faults
 */
export function parseCandlesCsv(file: string | Uint8Array, options: CsvOptions = {}): CsvReading {
  const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
  const parser = new CsvParser(bytes.length);
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
  const parser = new CsvParser(0);
  const encoder = new TextEncoder();
  for await (const chunk of chunks) {
    parser.push(typeof chunk === "string" ? encoder.encode(chunk) : chunk);
  }
  return finish(parser, options);
}

function finish(parser: CsvParser, options: CsvOptions): CsvReading {
  const { candles, unit, hasVolume, rowOf } = parser.finish();
  checkRows(candles, parser.faults, rowOf, parser.unreadable);
  parser.faults.throwIfAny(candles.length);
  return { candles, timestampUnit: unit, hasVolume, ...reportGaps(candles, options.interval) };
}
