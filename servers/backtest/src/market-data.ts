/** Sources of this server's candles, by DATA_PROVIDER. */

import { join } from "node:path";

import { createCandleCache } from "@bourse/candles-cache";
import { createCandleFileThreads } from "@bourse/candles-columnar";
import { createCandleImports, createCsvProvider } from "@bourse/candles-csv";
import { createBinancePerpetualProvider, createBinanceProvider } from "@bourse/exchange-binance";
import { createBybitPerpetualProvider, createBybitProvider } from "@bourse/exchange-bybit";
import {
  createGuardedProvider,
  createSimulatedProvider,
  createSourceDirectory,
  knownSources,
  type CandleProvider,
  type GuardedProviderOptions,
  type KnownSources,
} from "@bourse/trading-core/market-data";
import type { OpenMarketData } from "@bourse/trading-core/process";

import type { BacktestEnvironment } from "./environment.ts";

export { readCandleCache } from "@bourse/candles-cache";

/**
 * Opens the providers `bybit`, `binance`, `bybitperpetual`, `binanceperpetual`, `csv` and `simulated`, with the one of
 * DATA_PROVIDER as the default, as `createSourceDirectory` says. `guard` is for the exchanges.
 */
export function openMarketData(
  config: BacktestEnvironment,
  warn: (message: string) => void,
  guard: Pick<GuardedProviderOptions, "silenceMilliseconds"> = {},
): OpenMarketData {
  const directory = config.CSV_DIR ?? join(config.DATA_DIR, "csv");
  const csv = createCsvProvider({ directory });
  const simulated = createSimulatedProvider({ seed: config.SIMULATED_SEED });
  const bybitHost = originOf(config.BYBIT_HOST);
  const providers = {
    bybit: createBybitProvider(bybitHost),
    binance: createBinanceProvider(originOf(config.BINANCE_HOST)),
    bybitperpetual: createBybitPerpetualProvider(bybitHost),
    binanceperpetual: createBinancePerpetualProvider(originOf(config.BINANCE_PERPETUAL_HOST)),
  };
  const cached = (provider: CandleProvider) =>
    createCandleCache({
      directory: join(config.DATA_DIR, "cache"),
      provider: createGuardedProvider({ provider, ...guard }),
      maxFiles: config.MAX_CACHE_FILES,
      maxBytes: config.MAX_CACHE_BYTES,
      warn,
    });
  const remote = {
    bybit: cached(providers.bybit),
    binance: cached(providers.binance),
    bybitperpetual: cached(providers.bybitperpetual),
    binanceperpetual: cached(providers.binanceperpetual),
  };
  const files = createCandleFileThreads();
  return {
    exchanges: createSourceDirectory({
      choice: config.DATA_PROVIDER,
      exchanges: remote,
      csv,
      simulated,
      isProduction: config.NODE_ENV === "production",
    }),
    // The caches share the folder; each reports on all of it.
    cache: remote.bybit,
    imports: createCandleImports({
      directory,
      readFile: (bytes, options, from) => files.read(bytes, options, from),
      maxSeries: config.MAX_IMPORTS,
      maxBytes: config.MAX_IMPORT_BYTES,
    }),
    async close() {
      const open = [...Object.values(providers), files];
      await Promise.all(open.map((one) => one.close()));
    },
  };
}

/** Names of all sources, for a process that has none of them, by DATA_PROVIDER. */
export function sourceNames({
  DATA_PROVIDER: choice,
}: Pick<BacktestEnvironment, "DATA_PROVIDER">): KnownSources {
  const perpetuals = ["bybitperpetual", "binanceperpetual"] as const;
  return knownSources(choice, ["bybit", "binance", ...perpetuals], perpetuals);
}

function originOf(host: string | undefined): { readonly origin?: string } {
  return host === undefined ? {} : { origin: host };
}
