/** Candles over the bus: the role `data` has the exchanges, the cache and the imports, and the others ask it. */

import type { Bus, Subscription } from "@bourse/kernel";
import { fromBase64, toBase64 } from "@bourse/kernel/platform";

import type { Candles } from "../../candles/candles.ts";
import { EngineError } from "../../errors.ts";
import type {
  CandleCacheControl,
  CandleImports,
  ImportName,
} from "../../market-data/candle-storage.ts";
import {
  createExchangeDirectory,
  type ExchangeDirectory,
} from "../../market-data/exchange-directory.ts";
import type {
  CandleProvider,
  CandleReply,
  CandleRequest,
  FundingRequest,
  SymbolsReply,
} from "../../market-data/port.ts";
import type { FundingRate } from "../../simulation/funding-rate.ts";
import { checkFundingSource } from "../runs/read-funding.ts";
import { callRemote, type RemoteLimits } from "./remote-call.ts";

/** The parts of a service that have to do with candles. */
export interface MarketDataParts {
  /** Sources of candles by exchange. */
  readonly exchanges: ExchangeDirectory;
  /** Cache of candles. */
  readonly cache: CandleCacheControl;
  /** Storage of imported candles. */
  readonly imports: CandleImports;
}

type ImportRequest = Parameters<CandleImports["import"]>[0];

const SERVICE = "data";
/** A call that may take long: an exchange is read page by page. Repeated, it finds in the cache what was read. */
const READING: RemoteLimits = { timeoutMilliseconds: 120_000, trials: 10 };
const ASKING: RemoteLimits = { timeoutMilliseconds: 20_000, trials: 1 };

/** Serves candles to the other processes on the bus until it is stopped. */
export function serveMarketData(bus: Bus, parts: MarketDataParts): Subscription {
  const { exchanges, cache, imports } = parts;
  return bus.serve(SERVICE, {
    async candles(payload) {
      const { exchange, request } = payload as { exchange: string; request: CandleRequest };
      const { candles, ...reply } = await exchanges.find(exchange).candles(request);
      return { ...reply, columns: packCandles(candles) };
    },
    fundingRates(payload) {
      const { exchange, request } = payload as { exchange: string; request: FundingRequest };
      checkFundingSource(exchanges, exchange);
      return exchanges.find(exchange).fundingRates!(request); // it has them
    },
    symbols: (payload) => exchanges.find((payload as { exchange: string }).exchange).symbols(),
    cacheStatus: () => cache.status(),
    cacheClear: () => cache.clear(),
    importCsv: (payload) => imports.import(payload as ImportRequest),
    importParquet(payload) {
      const { parquet, ...request } = payload as ImportName & { readonly parquet: string };
      return imports.import({ ...request, parquet: fromBase64(parquet) });
    },
    importList: () => imports.list(),
    importDelete: (payload) => imports.delete(payload as Parameters<CandleImports["delete"]>[0]),
  });
}

/**
 * Reaches the candles of the process that serves them. `names`: the exchanges that both know, and the default one;
 * `fundingNames`: those of them that have funding rates, by default none.
 */
export function remoteMarketData(
  bus: Bus,
  {
    names,
    defaultName,
    fundingNames = [],
  }: Pick<ExchangeDirectory, "names" | "defaultName"> & {
    readonly fundingNames?: readonly string[];
  },
): MarketDataParts {
  const call = <Reply>(
    method: string,
    payload: unknown,
    limits: RemoteLimits = ASKING,
    signal?: AbortSignal,
  ): Promise<Reply> => callRemote(bus, SERVICE, method, payload, limits, unavailable, signal);
  const provider = (exchange: string): CandleProvider => ({
    exchange,
    async candles(given) {
      const { signal, onProgress: _, ...request } = given;
      // A job may wait for a process that is replaced; a caller of the interface hears at once.
      const limits = request.allowFallback === true ? READING : { ...READING, trials: 1 };
      const { columns, ...reply } = await call<
        Omit<CandleReply, "candles"> & { columns: PackedCandles }
      >("candles", { exchange, request }, limits, signal);
      return { ...reply, candles: unpackCandles(columns) };
    },
    symbols: (signal) => call<SymbolsReply>("symbols", { exchange }, ASKING, signal),
    ...(fundingNames.includes(exchange) && {
      fundingRates(given: FundingRequest) {
        const { signal, onProgress: _, ...request } = given;
        return call<readonly FundingRate[]>("fundingRates", { exchange, request }, READING, signal);
      },
    }),
  });
  return {
    exchanges: createExchangeDirectory(
      Object.fromEntries(names.map((name) => [name, provider(name)])),
      defaultName,
    ),
    cache: { status: () => call("cacheStatus", null), clear: () => call("cacheClear", null) },
    imports: {
      import: (request) =>
        request.parquet === undefined
          ? call("importCsv", request)
          : call("importParquet", { ...request, parquet: toBase64(request.parquet) }),
      list: () => call("importList", null),
      delete: async (name) => void (await call("importDelete", name)),
    },
  };
}

/** Candles as they travel: each column as base64 of its float64 values. */
interface PackedCandles {
  readonly length: number;
  readonly columns: Readonly<Record<string, string>>;
}

const COLUMNS = ["time", "open", "high", "low", "close", "volume", "turnover"] as const;

function packCandles(candles: Candles): PackedCandles {
  const columns: Record<string, string> = {};
  for (const name of COLUMNS) {
    const column = candles[name];
    if (column === undefined) continue;
    columns[name] = toBase64(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  }
  return { length: candles.length, columns };
}

function unpackCandles({ length, columns }: PackedCandles): Candles {
  const entries = Object.entries(columns).map(([name, text]) => {
    // A copy, because columns must begin at a multiple of eight bytes.
    return [name, new Float64Array(fromBase64(text).slice().buffer, 0, length)] as const;
  });
  return { length, ...Object.fromEntries(entries) } as unknown as Candles;
}

function unavailable(cause: unknown): EngineError {
  return new EngineError(
    "MARKET_DATA_UNAVAILABLE",
    "The data service does not answer now; try again later.",
    { cause },
  );
}
