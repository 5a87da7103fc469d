export {
  createCandleImports,
  type CandleImportsOptions,
  type CandleFileReader,
} from "./candle-imports.ts";
export { createCsvProvider, type CsvProviderOptions } from "./csv-provider.ts";
export { importCandles, type CandleImport, type ImportReport } from "./import-candles.ts";
export { listSeriesFiles, type SeriesFolder } from "./list-series-files.ts";
export { parseSeriesFile, type SeriesFile } from "./series-file.ts";
export { allowsNegativePrices } from "./series-chunks.ts";
