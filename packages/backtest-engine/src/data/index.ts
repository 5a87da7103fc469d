export { align, type AlignOptions } from "../candles/align.ts";
export type { CandleFault, SkippedRow, SkippedRows } from "../candles/candle-faults.ts";
export type { CandleGap, CandleReport } from "../candles/candle-gaps.ts";
export {
  candleFileKind,
  type CandleFileFormat,
  type CandleFileKind,
  type CandleFileOptions,
  type ColumnarFormat,
} from "../candles/candle-file.ts";
export type { CandleField, CandleFormat, DateOrder, RowOrder } from "../candles/candle-format.ts";
export type { CandleSession, CandleSessions } from "../candles/candle-sessions.ts";
export type { Candles } from "../candles/candles.ts";
export { checkInterval } from "../candles/check-interval.ts";
export {
  CSV_DIALECTS,
  type CsvDecimal,
  type CsvDelimiter,
  type CsvDialect,
  type CsvFormat,
  type CsvFormatOptions,
} from "../candles/csv-format.ts";
export { createCandles } from "../candles/create-candles.ts";
export { detectInterval } from "../candles/detect-interval.ts";
export {
  applyGapPolicy,
  GAP_POLICIES,
  type GapPolicy,
  type GapResult,
} from "../candles/fill-gaps.ts";
export {
  candlesFromKlines,
  candlesFromRows,
  type CandleRow,
  type KlineOptions,
  type RowOptions,
} from "../candles/read-candle-rows.ts";
export {
  parseCandlesCsv,
  readCandlesCsv,
  type CandleReading,
  type CsvReading,
  type CsvOptions,
} from "../candles/read-candles-csv.ts";
export { parseTimestamp } from "../candles/parse-timestamp.ts";
export {
  resample,
  type ResampledCandles,
  type ResampleSeriesOptions,
} from "../candles/resample.ts";
export type { ResampleOptions } from "../candles/resample-bins.ts";
export {
  candlesFromTable,
  type CandleTable,
  type TableColumn,
  type TableOptions,
  type TableReading,
} from "../candles/read-candle-columns.ts";
export type { LeftOutRows } from "../candles/left-out-rows.ts";
export {
  BAD_ROW_POLICIES,
  DUPLICATE_POLICIES,
  type BadRowPolicy,
  type DuplicatePolicy,
  type RowPolicies,
} from "../candles/row-policy.ts";
export { parseActionsCsv, type ActionReading } from "../simulation/actions-csv.ts";
export { parseRollsCsv } from "../simulation/rolls-csv.ts";
export { parseFundingCsv } from "../simulation/funding-csv.ts";
export { sliceCandles } from "../candles/slice-candles.ts";
export { shareCandles } from "../sweep/share-candles.ts";
export { ENCODINGS, type CsvEncoding } from "../candles/text-encoding.ts";
export type { TimestampUnit } from "../candles/timestamp-unit.ts";
export { validateCandles, type ValidateOptions } from "../candles/validate-candles.ts";
export {
  candleCsvChunks,
  writeCandlesCsv,
  type WriteCsvOptions,
} from "../candles/write-candles-csv.ts";
export {
  EngineError,
  isEngineError,
  type EngineErrorCode,
  type EngineErrorDetails,
} from "../errors.ts";
export { copyCandles, firstIndexFrom, joinCandles } from "../candles/join-candles.ts";
export {
  addIntervals,
  checkCanonicalInterval,
  dividesInterval,
  INTERVALS,
  intervalBounds,
  intervalLabel,
  intervalMilliseconds,
  intervalOpen,
  intervalOpenFrom,
  intervalsBetween,
  isClosed,
  normaliseInterval,
  parseInterval,
  type Interval,
} from "../candles/interval.ts";
export {
  StreamingResampler,
  type ResamplerInput,
  type StreamingResamplerOptions,
} from "../candles/streaming-resampler.ts";
