export { createCandleCache, type CandleCache, type CandleCacheOptions } from "./candle-cache.ts";
