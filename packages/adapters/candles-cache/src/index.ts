export type { CachedSymbol, CacheStatus } from "./cache-status.ts";
export { createCandleCache, type CandleCache, type CandleCacheOptions } from "./candle-cache.ts";
