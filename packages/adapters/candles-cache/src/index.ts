export type { CandleCacheOptions } from "./cache-options.ts";
export { createCandleCache, type CandleCache } from "./candle-cache.ts";
