/** Sources of this server's candles, by DATA_PROVIDER. */

import { join } from "node:path";

import {
  createAutoProvider,
  createExchangeDirectory,
  createGuardedProvider,
  createOverlayProvider,
  createSimulatedProvider,
  type CandleCacheControl,
  type CandleImports,
  type CandleProvider,
  type ExchangeDirectory,
} from "@bourse/backtest-engine/data";
import { createCandleCache, type CandleCache } from "@bourse/candles-cache";
import { createCandleImports, createCsvProvider } from "@bourse/candles-csv";
import { createBinanceProvider } from "@bourse/exchange-binance";
import { createBybitProvider } from "@bourse/exchange-bybit";

import type { BacktestEnvironment } from "./environment.ts";

export interface MarketData {
  readonly exchanges: ExchangeDirectory;
  readonly cache: CandleCacheControl;
  readonly imports: CandleImports;
  close(): Promise<void>;
}

/**
 * Providers under the names `bybit`, `binance`, `csv` and `simulated`, with the chosen one as the default.
 *
 * Whatever is chosen, imported series come first. `auto`: then Bybit, then (never in production) the simulation,
 * which says so. With `csv` or `simulated` the exchanges' names stand for that source too, so that nothing asks the
 * network.
 */
export function openMarketData(
  config: BacktestEnvironment,
  warn: (message: string) => void,
): MarketData {
  const directory = config.CSV_DIR ?? join(config.DATA_DIR, "csv");
  const csv = createCsvProvider({ directory });
  const simulated = createSimulatedProvider({ seed: config.SIMULATED_SEED });
  const bybit = createBybitProvider(originOf(config.BYBIT_HOST));
  const binance = createBinanceProvider(originOf(config.BINANCE_HOST));
  const cached = (provider: CandleProvider): CandleCache =>
    createCandleCache({
      directory: join(config.DATA_DIR, "cache"),
      provider: createGuardedProvider({ provider }),
      maxFiles: config.MAX_CACHE_FILES,
      maxBytes: config.MAX_CACHE_BYTES,
      warn,
    });
  const remote = { bybit: cached(bybit), binance: cached(binance) };
  const local = { csv, simulated };
  return {
    exchanges: directoryOf(config, remote, local),
    // Both caches share the folder; either reports on all of it.
    cache: remote.bybit,
    imports: createCandleImports({
      directory,
      maxSeries: config.MAX_IMPORTS,
      maxBytes: config.MAX_IMPORT_BYTES,
    }),
    async close() {
      await Promise.all([bybit.close(), binance.close()]);
    },
  };
}

/** Name of the exchange that is asked when a request names none, by DATA_PROVIDER. */
export function defaultExchange({
  DATA_PROVIDER: choice,
}: Pick<BacktestEnvironment, "DATA_PROVIDER">): string {
  return choice === "auto" ? "bybit" : choice;
}

function directoryOf(
  { DATA_PROVIDER: choice, NODE_ENV }: BacktestEnvironment,
  { bybit, binance }: { readonly bybit: CandleProvider; readonly binance: CandleProvider },
  { csv, simulated }: { readonly csv: CandleProvider; readonly simulated: CandleProvider },
): ExchangeDirectory {
  const imported = (base: CandleProvider): CandleProvider =>
    createOverlayProvider({ overlay: csv, base });
  switch (choice) {
    case "bybit":
      return createExchangeDirectory({ bybit: imported(bybit), binance, csv, simulated }, choice);
    case "binance":
      return createExchangeDirectory({ bybit, binance: imported(binance), csv, simulated }, choice);
    case "csv":
      return createExchangeDirectory({ bybit: csv, binance: csv, csv, simulated }, choice);
    case "simulated": {
      const all = imported(simulated);
      return createExchangeDirectory({ bybit: all, binance: all, csv, simulated: all }, choice);
    }
    case "auto": {
      const production = NODE_ENV === "production";
      const auto = (primary: CandleProvider): CandleProvider =>
        imported(createAutoProvider({ primary, fallback: simulated, production }));
      const exchanges = { bybit: auto(bybit), binance: auto(binance), csv, simulated };
      return createExchangeDirectory(exchanges, "bybit");
    }
  }
}

function originOf(host: string | undefined): { readonly origin?: string } {
  return host === undefined ? {} : { origin: host };
}
