/** The worker thread's module: reads candle files that came from elsewhere. */

import type { TableOptions } from "@bourse/backtest-engine/data";
import { serveTasks } from "@bourse/backtest-engine/threads";

import { readCandlesBytes } from "./read-candles-file.ts";
import type { TableLimits } from "./table-limits.ts";

/** One file to read. */
export interface CandleFileTask {
  readonly bytes: Uint8Array;
  readonly options: TableOptions;
  readonly limits: TableLimits;
}

serveTasks({
  read: ({ bytes, options, limits }: CandleFileTask) => readCandlesBytes(bytes, options, limits),
});
