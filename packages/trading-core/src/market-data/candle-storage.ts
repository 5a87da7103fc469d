/** Ports of a service beside its candle providers: a cache to report on, and storage for imported candles. */

import type { Interval } from "@bourse/backtest-engine";
import type {
  CandleFileFormat,
  CandleFileOptions,
  CandleGap,
  LeftOutRows,
  TimestampUnit,
} from "@bourse/backtest-engine/data";

import type { CalendarName, CandlePlace } from "./candle-place.ts";

/** One cached series of candles. */
export interface CachedSeries {
  /** Symbol of the candles. */
  readonly symbol: string;
  /** Name of the exchange that the candles came from. */
  readonly exchange: string;
  /** Candle length in its canonical spelling. */
  readonly interval: string;
  /** Open of the first candle, milliseconds UTC. */
  readonly startTime: number;
  /** Open of the last candle, milliseconds UTC. */
  readonly endTime: number;
  /** Number of candles. */
  readonly records: number;
  /** Size of the file in megabytes. */
  readonly sizeMb: number;
}

/** The content of a cache. */
export interface CacheReport {
  /** Path of the cache's folder; empty without one. */
  readonly cacheDir: string;
  /** Number of different symbols. */
  readonly totalSymbols: number;
  /** Number of files. */
  readonly totalFiles: number;
  /** Size of all files in bytes. */
  readonly totalSizeBytes: number;
  /** Size of all files in megabytes. */
  readonly totalSizeMb: number;
  /** Open of the oldest cached candle, milliseconds UTC; null for an empty cache. */
  readonly oldestData: number | null;
  /** Open of the newest cached candle, milliseconds UTC; null for an empty cache. */
  readonly newestData: number | null;
  /** Every cached series. */
  readonly symbols: readonly CachedSeries[];
}

/** The cache behind the providers. That of `@bourse/candles-cache` implements it. */
export interface CandleCacheControl {
  /** Reports the content of the cache. */
  status(): Promise<CacheReport>;
  /** Deletes every cached file. */
  clear(): Promise<{ readonly filesDeleted: number }>;
}

/** A series that was imported. */
interface ImportedSeries extends LeftOutRows {
  /** Calendar of the market, as told; absent where it was not. */
  readonly calendar?: CalendarName;
  /** Candles in a year, counted as by `tradingYear`; absent in storage that does not count them. */
  readonly barsPerYear?: number;
  /** Number of candles. */
  readonly records: number;
  /** Gaps between the candles, oldest first. */
  readonly gaps: readonly CandleGap[];
  /** Unit that the file's times were in, as detected: `s`, `ms`, `us`, `ns`, or `iso` for text. */
  readonly timestampUnit: TimestampUnit;
  /** Time zone of the file's times, as `CandleReading` has it. */
  readonly timeZone: string;
  /** Open of the first candle, milliseconds UTC. */
  readonly firstTimestamp: number;
  /** Open of the last candle, milliseconds UTC. */
  readonly lastTimestamp: number;
  /** Number of candles that were inserted into gaps; 0 unless the policy for gaps is `fill`. */
  readonly filled: number;
  /** Format of the file, as told or detected, with what was assumed. */
  readonly format: CandleFileFormat;
}

/** Name of an imported series. */
export interface ImportName {
  /** Symbol of the candles. */
  readonly symbol: string;
  /** Candle length in any accepted spelling. */
  readonly interval: string;
  /** Name of the exchange that the candles stand for. Default: any. */
  readonly exchange?: string;
}

/** An imported series that is kept. */
export interface StoredImport extends CandlePlace {
  /** Candles in a year, as counted at the import; absent where they were not. */
  readonly barsPerYear?: number;
  /** Canonical symbol of the candles. */
  readonly symbol: string;
  /** Candle length in its canonical spelling. */
  readonly interval: Interval;
  /** Name of the exchange that the candles stand for; null for any. */
  readonly exchange: string | null;
  /** Size in bytes. */
  readonly sizeBytes: number;
  /** Time of the import, milliseconds UTC. */
  readonly importedAt: number;
}

/** File of an import: text, or the bytes of a file of any kind. */
export type ImportedFile =
  | {
      /** Rows with a header, as `readCandlesCsv` reads them. */
      readonly csv: string;
      readonly bytes?: undefined;
    }
  | {
      readonly csv?: undefined;
      /** Bytes of text in UTF-8 or UTF-16, or of a Parquet or Arrow file for a storage that has a reader for them. */
      readonly bytes: Uint8Array;
    };

/** Whoever imports, and how long they wait. */
export interface ImportCaller {
  /** Name of the caller, proved: their files are read one after the other. Default: nobody's. */
  readonly owner?: string;
  /** Signal that ends the import before anything is stored; it then rejects with its reason. Default: none. */
  readonly signal?: AbortSignal;
}

/** Storage of imported candles, from which the providers serve them afterwards. */
export interface CandleImports {
  /**
   * Reads a file and stores its candles; they replace an earlier import of the same series.
   *
   * @throws EngineError CANDLES_INVALID naming every bad row, INTERVAL_INVALID, QUOTA_EXCEEDED when there is no room,
   * MARKET_DATA_REFUSED without storage, or for Parquet and Arrow without a reader; MARKET_DATA_UNAVAILABLE while too
   * many files are being read. Nothing is stored then.
   */
  import(
    request: ImportName &
      ImportedFile & {
        /** Format of the file as far as it is told, and the policy for gaps. Default: detected; gaps are reported. */
        readonly file?: CandleFileOptions;
        /** Calendar of the market, by which gaps are counted and later runs go. Default: none is told. */
        readonly calendar?: CalendarName;
      },
    caller?: ImportCaller,
  ): Promise<ImportedSeries>;
  /** Lists the imported series by exchange (none first), symbol and interval. */
  list(): Promise<readonly StoredImport[]>;
  /**
   * Deletes an imported series.
   *
   * @throws EngineError SYMBOL_UNKNOWN when there is none of that name, INTERVAL_INVALID
   */
  delete(name: ImportName): Promise<void>;
}
