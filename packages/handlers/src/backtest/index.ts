export {
  backtestAccess,
  checkBacktestListener,
  createBacktestAuthenticator,
  seesTrades,
  type BacktestAccess,
} from "./access.ts";
export {
  type BindBacktestOptions,
  bindBacktestApi,
  createBacktestHandlers,
} from "./backtest-handlers.ts";
export { checkEvent } from "./check-event.ts";
export {
  backtestSocketRules,
  eventListeners,
  eventsOfJob,
  jobListeners,
  type BacktestDialect,
  type BacktestEventFilter,
  type BacktestHandshake,
  type BacktestListeners,
  type BacktestSocketRules,
} from "./event-sockets.ts";
export type { ColumnarWriters, EquityTable } from "./job-table.ts";
export { translateBacktestError } from "./translate.ts";
export { wireBacktestResult } from "./wire/backtest-result.ts";
export { wireConfiguration } from "./wire/configuration.ts";
export { libraryOption, libraryValue, wireEngineOptions } from "./wire/engine-options.ts";
export { isTradeOrSignal, wireEvent } from "./wire/event.ts";
export type { HealthFault } from "../health/refuse-unhealthy.ts";
export { libraryConstraint, wireOptionSet } from "./wire/sweep-options.ts";
export { wireSweepRequest } from "./wire/sweep-request.ts";
export { wireWalkForwardResult } from "./wire/sweep-result.ts";
export { wireTrade } from "./wire/trades.ts";
