/** Import of candles: checked as a whole, then put in place as a whole. */

import { join } from "node:path";

import {
  checkInterval,
  EngineError,
  type CandleFileFormat,
  type CandleFileOptions,
  type CandleGap,
  type Candles,
  type CsvReading,
  type Interval,
  type LeftOutRows,
  type TableReading,
  type TimestampUnit,
} from "@bourse/backtest-engine/data";
import { absentOr, anyText, checkArguments, objectOf, type CallRules } from "@bourse/kernel";
import { makeFolder, replaceFile, type ReplaceFileOperations } from "@bourse/kernel/files";
import {
  canonicalSymbol,
  checkSymbol,
  importFacts,
  type CalendarName,
} from "@bourse/trading-core/market-data";

import { writePlace } from "./place-file.ts";
import { checkedReading } from "./read-series.ts";
import { seriesChunks } from "./series-chunks.ts";
import { seriesFileName } from "./series-file.ts";

/** An import of one series. */
export interface CandleImport {
  /** Path of the folder that a CSV provider reads, created when it is absent. */
  readonly directory: string;
  /** Symbol of the candles: 1–64 letters and digits of any script and . _ / - : ^ = & */
  readonly symbol: string;
  /** Candle length. */
  readonly interval: Interval;
  /** Name of the exchange: 1–32 lower-case letters and digits, a letter first. Default: none. */
  readonly exchange?: string;
  /** Bytes or text of the file, whole or as a stream; or what was read from a file of another kind. */
  readonly csv: string | Uint8Array | AsyncIterable<Uint8Array> | CsvReading | TableReading;
  /** Format of the file as far as it is told, and the policy for gaps. Default: detected; gaps are reported. */
  readonly file?: CandleFileOptions;
  /** Calendar of the market, by which gaps are counted and later runs go. Default: none is told. */
  readonly calendar?: CalendarName;
  /** File operations for the write. Default: the system's. */
  readonly files?: ReplaceFileOperations;
}

/** A series that was read and checked, and is not written yet. */
export interface CheckedImport extends ImportReport {
  /** All candles of the series. */
  readonly candles: Candles;
}

/** The outcome of an import. */
export interface ImportReport extends LeftOutRows {
  /** Canonical symbol of the candles: `BTCUSDT` for `BTC/USDT`. */
  readonly symbol: string;
  /** Candle length. */
  readonly interval: Interval;
  /** Calendar of the market, as told; absent where it was not. */
  readonly calendar?: CalendarName;
  /** Candles in a year, counted as by `tradingYear`. */
  readonly barsPerYear: number;
  /** Number of candles in the series now. */
  readonly records: number;
  /** Gaps between the candles, oldest first. They are reported, not refused. */
  readonly gaps: readonly CandleGap[];
  /** Unit that the file's times were in, as detected: `s`, `ms`, `us`, `ns`, or `iso` for text. */
  readonly timestampUnit: TimestampUnit;
  /** Time zone of the file's times: told or stated, the offset of all rows, `offsets` where they differ, or `UTC`. */
  readonly timeZone: string;
  /** Open of the first candle, milliseconds UTC. */
  readonly firstTimestamp: number;
  /** Open of the last candle, milliseconds UTC. */
  readonly lastTimestamp: number;
  /** Number of candles that were inserted into gaps; 0 unless the policy for gaps is `fill`. */
  readonly filled: number;
  /** Format of the file that was read, as told or detected, with what was assumed. */
  readonly format: CandleFileFormat;
  /** Name of the file in the folder. */
  readonly file: string;
}

/**
 * Checks every row, then replaces the file of the series durably and atomically: a reader sees the old series or the
 * new one. A second import of a series replaces the first, without merging. When the import rejects, the series is
 * unchanged.
 *
 * @throws EngineError CANDLES_INVALID naming the rows, or when there is none; SYMBOL_UNKNOWN for a symbol out of
 * bounds; EXCHANGE_UNKNOWN for an invalid name; KernelError ARGUMENT_INVALID; the system's error when the disk fails
 */
export async function importCandles(series: CandleImport): Promise<ImportReport> {
  checkArguments("importCandles", rules, [series]);
  const { candles, ...report } = await checkImport(series);
  const { directory, files } = series;
  await writeImport({ directory, report, chunks: seriesChunks(candles), files });
  return report;
}

const rules: CallRules = {
  series: objectOf({
    directory: anyText,
    exchange: absentOr(anyText),
    file: absentOr(objectOf({})),
    calendar: absentOr(anyText),
  }),
};

/** Reads and checks every row of an import. @throws EngineError as {@link importCandles} */
export async function checkImport({
  symbol: spelled,
  interval,
  exchange,
  csv,
  file: told,
  calendar,
}: Omit<CandleImport, "directory" | "files">): Promise<CheckedImport> {
  checkSymbol(spelled);
  const symbol = canonicalSymbol(spelled);
  checkExchange(exchange);
  const file = seriesFileName({ exchange, symbol, interval });
  const reading = await readingOf(csv, file, interval, told);
  const { candles, timestampUnit, timeZone, filled, format, skipped, duplicates } = reading;
  if (candles.length === 0) {
    throw new EngineError("CANDLES_INVALID", `${file}: there must be a candle below the header.`, {
      details: { file, count: 0, rows: [] },
    });
  }
  const facts = importFacts(candles, { interval, timeZone, calendar });
  const { barsPerYear, gaps = reading.gaps } = facts;
  return {
    candles,
    symbol,
    interval,
    ...(calendar !== undefined && { calendar }),
    barsPerYear,
    records: candles.length,
    gaps,
    timestampUnit,
    timeZone,
    firstTimestamp: candles.time[0]!, // there is one
    lastTimestamp: candles.time.at(-1)!,
    filled,
    format,
    skipped,
    duplicates,
    file,
  };
}

async function readingOf(
  csv: CandleImport["csv"],
  file: string,
  interval: Interval,
  told: CandleFileOptions | undefined,
): Promise<CsvReading | TableReading> {
  if (typeof csv === "object" && csv !== null && "candles" in csv) {
    checkInterval(csv.candles, interval);
    return csv;
  }
  const chunks = typeof csv === "string" || csv instanceof Uint8Array ? [csv] : csv;
  return await checkedReading(chunks, file, interval, told);
}

/** Replaces a file of the folder, and what is told of it; when `chunks` throws, both are as they were. */
export async function writeImport({
  directory,
  report: { file, timeZone, calendar, barsPerYear },
  chunks,
  files,
}: {
  readonly directory: string;
  readonly report: Pick<ImportReport, "file" | "timeZone" | "calendar" | "barsPerYear">;
  readonly chunks: Iterable<string>;
  readonly files: ReplaceFileOperations | undefined;
}): Promise<void> {
  await makeFolder(directory);
  await replaceFile(join(directory, file), chunks, files === undefined ? {} : { files });
  const isOneZone = timeZone !== "UTC" && timeZone !== "offsets";
  await writePlace(directory, file, {
    barsPerYear,
    ...(isOneZone && { timeZone }),
    ...(calendar !== undefined && { calendar }),
  });
}

function checkExchange(exchange: string | undefined): void {
  if (exchange === undefined || /^[a-z][a-z0-9]{0,31}$/.test(exchange)) return;
  throw new EngineError(
    "EXCHANGE_UNKNOWN",
    `An exchange must be named by 1 to 32 lower-case letters and digits; found ${JSON.stringify(exchange.slice(0, 40))}.`,
  );
}
