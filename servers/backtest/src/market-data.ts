/** Sources of this server's candles, by DATA_PROVIDER. */

import { join } from "node:path";

import { createCandleCache } from "@bourse/candles-cache";
import { createParquetThread } from "@bourse/candles-columnar";
import { createCandleImports, createCsvProvider } from "@bourse/candles-csv";
import { createBinancePerpetualProvider, createBinanceProvider } from "@bourse/exchange-binance";
import { createBybitPerpetualProvider, createBybitProvider } from "@bourse/exchange-bybit";
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
} from "@bourse/trading-core/market-data";

import type { BacktestEnvironment } from "./environment.ts";

export interface MarketData {
  readonly exchanges: ExchangeDirectory;
  readonly cache: CandleCacheControl;
  readonly imports: CandleImports;
  close(): Promise<void>;
}

/**
 * Providers under the names `bybit`, `binance`, `bybitperpetual`, `binanceperpetual`, `csv` and `simulated`, with the
 * chosen one as the default.
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
  const bybitHost = originOf(config.BYBIT_HOST);
  const providers = {
    bybit: createBybitProvider(bybitHost),
    binance: createBinanceProvider(originOf(config.BINANCE_HOST)),
    bybitperpetual: createBybitPerpetualProvider(bybitHost),
    binanceperpetual: createBinancePerpetualProvider(originOf(config.BINANCE_PERPETUAL_HOST)),
  };
  const cached = (provider: CandleProvider, guard: { silenceMilliseconds?: number } = {}) =>
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
    // Its pace is so slow that jobs side by side wait for each other.
    binanceperpetual: cached(providers.binanceperpetual, { silenceMilliseconds: 20_000 }),
  };
  const local = { csv, simulated };
  const parquet = createParquetThread();
  return {
    exchanges: directoryOf(config, remote, local),
    // The caches share the folder; each reports on all of it.
    cache: remote.bybit,
    imports: createCandleImports({
      directory,
      readParquet: (bytes, options) => parquet.read(bytes, options),
      maxSeries: config.MAX_IMPORTS,
      maxBytes: config.MAX_IMPORT_BYTES,
    }),
    async close() {
      const open = [...Object.values(providers), parquet];
      await Promise.all(open.map((one) => one.close()));
    },
  };
}

/** Name of the exchange that is asked when a request names none, by DATA_PROVIDER. */
export function defaultExchange({
  DATA_PROVIDER: choice,
}: Pick<BacktestEnvironment, "DATA_PROVIDER">): string {
  return choice === "auto" ? "bybit" : choice;
}

/** Names of the exchanges that are asked over the network. */
const REMOTE = ["bybit", "binance", "bybitperpetual", "binanceperpetual"] as const;
type Remote = Readonly<Record<(typeof REMOTE)[number], CandleProvider>>;

/** Names of all sources, and of those that have funding rates, by DATA_PROVIDER. */
export function exchangeNames({
  DATA_PROVIDER: choice,
}: Pick<BacktestEnvironment, "DATA_PROVIDER">): {
  readonly names: readonly string[];
  readonly fundingNames: readonly string[];
} {
  const isLocal = choice === "csv" || choice === "simulated";
  const perpetual = REMOTE.filter((name) => name.endsWith("perpetual"));
  return { names: [...REMOTE, "csv", "simulated"], fundingNames: isLocal ? [] : perpetual };
}

function directoryOf(
  { DATA_PROVIDER: choice, NODE_ENV }: BacktestEnvironment,
  remote: Remote,
  { csv, simulated }: { readonly csv: CandleProvider; readonly simulated: CandleProvider },
): ExchangeDirectory {
  const imported = (base: CandleProvider): CandleProvider =>
    createOverlayProvider({ overlay: csv, base });
  const each = (provide: (name: keyof Remote) => CandleProvider): Remote => ({
    bybit: provide("bybit"),
    binance: provide("binance"),
    bybitperpetual: provide("bybitperpetual"),
    binanceperpetual: provide("binanceperpetual"),
  });
  const directory = (exchanges: Remote, defaultName: string, base = simulated): ExchangeDirectory =>
    createExchangeDirectory({ ...exchanges, csv, simulated: base }, defaultName);
  switch (choice) {
    case "csv":
      return directory(
        each(() => csv),
        choice,
      );
    case "simulated": {
      const all = imported(simulated);
      return directory(
        each(() => all),
        choice,
        all,
      );
    }
    case "auto": {
      const production = NODE_ENV === "production";
      const auto = (primary: CandleProvider): CandleProvider =>
        imported(createAutoProvider({ primary, fallback: simulated, production }));
      return directory(
        each((name) => auto(remote[name])),
        "bybit",
      );
    }
    case "bybit":
    case "binance":
    case "bybitperpetual":
    case "binanceperpetual":
      return directory(
        each((name) => (name === choice ? imported(remote[name]) : remote[name])),
        choice,
      );
  }
}

function originOf(host: string | undefined): { readonly origin?: string } {
  return host === undefined ? {} : { origin: host };
}
