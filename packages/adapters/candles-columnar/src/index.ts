export { readCandlesArrow } from "./read-candles-arrow.ts";
export { readCandlesFile, type CandleFileReading } from "./read-candles-file.ts";
export { readCandlesParquet, type ParquetSource } from "./read-candles-parquet.ts";
