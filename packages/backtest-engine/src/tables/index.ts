export { writeEquityCsv, writeMetricsCsv, type EquityRows } from "./run-csv.ts";
export {
  writeSweepCsv,
  writeWindowsCsv,
  type CombinationRow,
  type WindowRow,
} from "./search-csv.ts";
export { writeDrawdownsCsv, writeMonthlyReturnsCsv } from "./sheet-csv.ts";
export {
  writeSymbolsCsv,
  writeTradesCsv,
  type PortfolioTrades,
  type TradeRow,
} from "./trades-csv.ts";
