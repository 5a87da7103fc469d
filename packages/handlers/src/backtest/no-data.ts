/** What stands in for a cache and for imports where there are none. */

import { EngineError } from "@bourse/backtest-engine/data";

import type { CandleCacheControl, CandleImports } from "./ports.ts";

export const noCache: CandleCacheControl = {
  status: async () => ({
    cacheDir: "",
    totalSymbols: 0,
    totalFiles: 0,
    totalSizeBytes: 0,
    totalSizeMb: 0,
    oldestData: null,
    newestData: null,
    symbols: [],
  }),
  clear: async () => ({ filesDeleted: 0 }),
};

export const noImports: CandleImports = {
  import: () =>
    Promise.reject(
      new EngineError(
        "MARKET_DATA_REFUSED",
        "This service takes no imports; it has no place for them.",
      ),
    ),
};
