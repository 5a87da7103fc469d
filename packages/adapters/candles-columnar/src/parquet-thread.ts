/** Parquet files from elsewhere, read on a thread of their own under limits of time and memory. */

import { EngineError, type TableOptions, type TableReading } from "@bourse/backtest-engine/data";
import { createWorkerPool, type PoolErrorCode } from "@bourse/backtest-engine/threads";
import { hasCode, integerOption, resolveOptions } from "@bourse/kernel";

import type { ParquetTask } from "./parquet-worker.ts";

/** Options of {@link createParquetThread}. */
export interface ParquetThreadOptions {
  /** Maximum number of rows of a file. 1–20,000,000, default 2,000,000. */
  readonly maxRows?: number;
  /** Longest time in seconds that one file may take. 1–3600, default 60. */
  readonly timeLimitSeconds?: number;
  /** Most memory in megabytes that one file may take. 64–16,384, default 1024. */
  readonly memoryLimitMegabytes?: number;
}

/** A thread that reads Parquet files, one after the other. */
export interface ParquetThread {
  /**
   * Reads candles as `readCandlesParquet` does.
   *
   * @throws EngineError CANDLES_INVALID as `readCandlesParquet`, and for a file that takes more time or memory than it
   * may; OPTIONS_INVALID; MARKET_DATA_UNAVAILABLE while 16 files wait
   */
  read(bytes: Uint8Array, options?: TableOptions): Promise<TableReading>;
  /** Ends the thread. Idempotent. */
  close(): Promise<void>;
}

/**
 * Creates a thread that reads Parquet files which nobody vouches for: a few bytes can make a reader run for hours or
 * fill the memory. Such a file is refused, and the thread replaced. The thread starts with the first file.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createParquetThread(given: ParquetThreadOptions = {}): ParquetThread {
  const options = resolveOptions<Required<ParquetThreadOptions>>("createParquetThread", given, {
    maxRows: integerOption({ min: 1, max: 20_000_000, default: 2_000_000 }),
    timeLimitSeconds: integerOption({ min: 1, max: 3600, default: 60 }),
    memoryLimitMegabytes: integerOption({ min: 64, max: 16_384, default: 1024 }),
  });
  const { maxRows, timeLimitSeconds, memoryLimitMegabytes } = options;
  const ending = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const pool = createWorkerPool<{ read: (task: ParquetTask) => Promise<TableReading> }>({
    module: new URL(`./parquet-worker.${ending}`, import.meta.url),
    size: 1,
    maxQueued: 16,
    timeLimitSeconds,
    memoryLimitMegabytes,
  });
  const words: Partial<Record<PoolErrorCode, string>> = {
    POOL_TIME_LIMIT: `${timeLimitSeconds} s`,
    POOL_MEMORY_LIMIT: `${memoryLimitMegabytes} MB`,
  };
  return {
    async read(bytes, told = {}) {
      try {
        return await pool.run("read", { bytes, options: told, limits: { maxRows } });
      } catch (error) {
        throw refusalOf(error, words);
      }
    },
    close: () => pool.close({ deadlineMilliseconds: 0 }),
  };
}

/** The refusal of a file that was too much for the thread; any other error as it is. */
function refusalOf(error: unknown, words: Partial<Record<PoolErrorCode, string>>): unknown {
  for (const [code, most] of Object.entries(words)) {
    if (!hasCode(error, code)) continue;
    return new EngineError(
      "CANDLES_INVALID",
      `The Parquet file took more than ${most} to read. Write it anew, or import the candles as CSV.`,
      { details: {}, cause: error },
    );
  }
  if (!hasCode(error, "POOL_FULL")) return error;
  return new EngineError(
    "MARKET_DATA_UNAVAILABLE",
    "Too many Parquet files are being read; try again later.",
    { cause: error },
  );
}
