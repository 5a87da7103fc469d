/** Defaults of a service without a cache and without storage for imports. */

import { EngineError } from "@bourse/backtest-engine";

import type { CandleCacheControl, CandleImports } from "./candle-storage.ts";
import { unknownImport } from "./import-quotas.ts";

/** A cache that holds nothing. */
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

/** Storage that refuses every import. */
export const noImports: CandleImports = {
  import: () =>
    Promise.reject(
      new EngineError(
        "MARKET_DATA_REFUSED",
        "Candle import is disabled: no import storage is configured.",
      ),
    ),
  list: async () => [],
  delete: ({ symbol, interval }) => Promise.reject(unknownImport({ symbol, interval })),
};
