export type { Compatibility, CompatibilityOptions, CompatibilityPreset } from "./compatibility.ts";
export type { DetailUse } from "./detail.ts";
export type { SimulationOptions } from "./options.ts";
export {
  totalReturnCandles,
  type ActionRules,
  type BookedAction,
  type Dividend,
  type Dividends,
  type Split,
  type Splits,
} from "./corporate-actions.ts";
export type { FeeModel } from "./fee-model.ts";
export type { OpenPosition } from "./open-position.ts";
export type { Contract, Contracts } from "./contract.ts";
export type { FeeTier } from "./fee-tiers.ts";
export type { Rolls } from "./rolls.ts";
export type { PositionSize } from "./position-size.ts";
export type { ProfitStep } from "./profit-steps.ts";
export { simulate } from "./simulate.ts";
export type { SimulationResult } from "./simulation-result.ts";
export type { FillFacts, Slippage, SpreadSlippage, VolumeShareSlippage } from "./slippage.ts";
export {
  EXIT_REASONS,
  ledgerOf,
  type ExitReason,
  type LedgerRows,
  type Trade,
  type TradeColumns,
  type TradeLedger,
  type TradeList,
} from "./trades.ts";
export type { TrailingStop } from "./trailing-stop.ts";
export type { Broker, ClosedCandle, Trader } from "./orders/broker.ts";
export type { Order, OrderRequest } from "./orders/order.ts";
export {
  simulateOrders,
  type OrderSimulationOptions,
  type OrderSimulationResult,
} from "./orders/simulate-orders.ts";
export type { Funding, FundingRate } from "./funding-rate.ts";
export { TagNames } from "./tags.ts";
