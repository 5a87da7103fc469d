export { readCandlesArrow } from "./read-candles-arrow.ts";
export { readCandlesFile, type CandleFileReading } from "./read-candles-file.ts";
export {
  createParquetThread,
  type ParquetThread,
  type ParquetThreadOptions,
} from "./parquet-thread.ts";
export {
  readCandlesParquet,
  type ParquetLimits,
  type ParquetSource,
} from "./read-candles-parquet.ts";
