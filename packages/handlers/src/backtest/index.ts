export {
  backtestCollections,
  createBacktestCore,
  type BacktestCore,
  type BacktestCoreOptions,
  type ServiceIdentity,
  type SignalCandles,
} from "./backtest-core.ts";
export { bindBacktestApi, createBacktestHandlers } from "./backtest-handlers.ts";
export {
  createEventFeed,
  type EventFeed,
  type EventFeedOptions,
  type FeedEvent,
} from "./event-feed.ts";
export { createMemoryImports } from "./memory-imports.ts";
export type { CachedSeries, CacheReport, CandleCacheControl, CandleImports } from "./ports.ts";
export { resultOfSummary as backtestResultOf } from "./wire/backtest-result.ts";
export { translateBacktestError } from "./translate.ts";
