/** Sources of this server's candles, by DATA_PROVIDER. */

import { join } from "node:path";

import { createCandleCache } from "@bourse/candles-cache";
import { createCandleFileThreads } from "@bourse/candles-columnar";
import { createCandleImports, createCsvProvider } from "@bourse/candles-csv";
import {
  createBinanceCandleStream,
  createBinancePerpetualProvider,
  createBinanceProvider,
} from "@bourse/exchange-binance";
import {
  createBybitCandleStream,
  createBybitPerpetualProvider,
  createBybitProvider,
  type BybitStreamOptions,
} from "@bourse/exchange-bybit";
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
import { createStreamDirectory, type ConnectedCandleStream } from "@bourse/trading-core/streams";

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
  const exchanges = createSourceDirectory({
    choice: config.DATA_PROVIDER,
    exchanges: remote,
    csv,
    simulated,
    isProduction: config.NODE_ENV === "production",
  });
  const streams = openStreams(config, ({ text }) => warn(text));
  return {
    exchanges,
    streams: createStreamDirectory({ exchanges, streams }),
    // The caches share the folder; each reports on all of it.
    cache: remote.bybit,
    imports: createCandleImports({
      directory,
      readFile: (bytes, options, from) => files.read(bytes, options, from),
      maxSeries: config.MAX_IMPORTS,
      maxBytes: config.MAX_IMPORT_BYTES,
    }),
    async close() {
      const open = [...Object.values(streams), ...Object.values(providers), files];
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

/**
 * The exchanges' streams by name, none of which connects before a series is followed. With `csv` or `simulated` there
 * are none, so that nothing asks the network.
 */
function openStreams(
  config: BacktestEnvironment,
  onProblem: NonNullable<BybitStreamOptions["onProblem"]>,
): Readonly<Record<string, ConnectedCandleStream>> {
  if (config.DATA_PROVIDER === "csv" || config.DATA_PROVIDER === "simulated") return {};
  const at = (host: string | undefined, streamHost: string | undefined) => ({
    ...originOf(host),
    ...(streamHost !== undefined && { streamOrigin: streamHost }),
    onProblem,
  });
  const bybit = at(config.BYBIT_HOST, config.BYBIT_STREAM_HOST);
  const perpetual = at(config.BINANCE_PERPETUAL_HOST, config.BINANCE_PERPETUAL_STREAM_HOST);
  return {
    bybit: createBybitCandleStream(bybit),
    bybitperpetual: createBybitCandleStream({ ...bybit, market: "linear" }),
    binance: createBinanceCandleStream(at(config.BINANCE_HOST, config.BINANCE_STREAM_HOST)),
    binanceperpetual: createBinanceCandleStream({ ...perpetual, market: "perpetual" }),
  };
}

function originOf(host: string | undefined): { readonly origin?: string } {
  return host === undefined ? {} : { origin: host };
}
