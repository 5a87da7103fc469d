export type { OpenPosition } from "./account.ts";
export type { SimulationOptions } from "./options.ts";
export type { PositionSize } from "./position-size.ts";
export type { ProfitStep } from "./profit-steps.ts";
export { simulate, type SimulationResult } from "./simulate.ts";
export type { ExitReason, Trade, TradeColumns, TradeList } from "./trades.ts";
export type { TrailingStop } from "./trailing-stop.ts";
