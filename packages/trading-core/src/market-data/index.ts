export { createAutoProvider, type AutoProviderOptions } from "./auto-provider.ts";
export { canonicalSymbol, isSymbol } from "./canonical-symbol.ts";
export type {
  CachedSeries,
  CacheReport,
  CandleCacheControl,
  CandleImports,
  ImportCaller,
  ImportedFile,
  ImportName,
  StoredImport,
} from "./candle-storage.ts";
export { checkedProvider } from "./checked-provider.ts";
export {
  createCcxtProvider,
  type CcxtCandle,
  type CcxtCandleSource,
  type CcxtMarket,
  type CcxtProviderOptions,
} from "./ccxt-provider.ts";
export { createExchangeDirectory, type ExchangeDirectory } from "./exchange-directory.ts";
export { createGuardedProvider, type GuardedProviderOptions } from "./guarded-provider.ts";
export { createMemoryImports, type MemoryImportsOptions } from "./memory-imports.ts";
export {
  checkImportQuotas,
  importQuotaRules,
  requireText,
  unknownImport,
  type ImportQuotas,
} from "./import-quotas.ts";
export {
  createMemoryProvider,
  type MemoryProviderOptions,
  type MemorySeries,
} from "./memory-provider.ts";
export { createOverlayProvider, type OverlayProviderOptions } from "./overlay-provider.ts";
export type * from "./port.ts";
export { resampledCandles, type ServedIntervals } from "./resampled-candles.ts";
export {
  checkSymbol,
  countRange,
  EARLIEST_TIME,
  MAX_CANDLES,
  resolveCandleRange,
  type CandleRange,
} from "./range.ts";
export { symbolInFileName, symbolOfFileName } from "./symbol-in-file-name.ts";
export { selectCandles } from "./select-candles.ts";
export {
  createSourceDirectory,
  knownSources,
  type KnownSources,
  type SourceChoice,
  type SourceDirectoryOptions,
} from "./source-directory.ts";
export {
  createSimulatedProvider,
  type SimulatedProviderOptions,
} from "./simulated/simulated-provider.ts";
export {
  importFacts,
  placeOf,
  type CalendarName,
  type CandlePlace,
  type ImportFacts,
} from "./candle-place.ts";
