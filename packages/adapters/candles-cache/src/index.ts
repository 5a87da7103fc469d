export type { CandleCacheOptions } from "./cache-options.ts";
export { createCandleCache, type CandleCache } from "./candle-cache.ts";
export {
  readCandleCache,
  type CachedSeries,
  type ReadCandleCacheOptions,
} from "./read-candle-cache.ts";
