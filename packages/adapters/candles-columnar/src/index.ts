export { readCandlesArrow } from "./read-candles-arrow.ts";
export { readCandlesBytes, readCandlesFile, type CandleFileReading } from "./read-candles-file.ts";
export {
  createCandleFileThreads,
  type CandleFileThreads,
  type CandleFileThreadsOptions,
  type ReadFileOptions,
} from "./candle-file-threads.ts";
export { readCandlesParquet, type ParquetSource } from "./read-candles-parquet.ts";
export type { TableLimits } from "./table-limits.ts";
export {
  toArrow,
  toParquet,
  type EquityOfRun,
  type ResultTable,
  type ResultTrade,
} from "./write-results.ts";
