/** The worker thread's module: reads Parquet files that came from elsewhere. */

import type { TableOptions } from "@bourse/backtest-engine/data";
import { serveTasks } from "@bourse/backtest-engine/threads";

import { readCandlesParquet, type ParquetLimits } from "./read-candles-parquet.ts";

/** One file to read. */
export interface ParquetTask {
  readonly bytes: Uint8Array;
  readonly options: TableOptions;
  readonly limits: ParquetLimits;
}

serveTasks({
  read: ({ bytes, options, limits }: ParquetTask) => readCandlesParquet(bytes, options, limits),
});
