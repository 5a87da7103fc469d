/** Candles over the bus: the role `data` has the exchanges, the cache and the imports, and the others ask it. */

import { type Candles, EngineError } from "@bourse/backtest-engine";
import type { FundingRate } from "@bourse/backtest-engine/simulation";
import { absentOr, anyText, listOf, objectOf, type Bus, type Subscription } from "@bourse/kernel";
import { fromBase64, toBase64 } from "@bourse/kernel/platform";

import { checkFundingSource } from "../inputs/read-funding.ts";
import type {
  CandleCacheControl,
  CandleImports,
  ImportName,
} from "../market-data/candle-storage.ts";
import {
  createExchangeDirectory,
  type ExchangeDirectory,
} from "../market-data/exchange-directory.ts";
import type {
  CandleProvider,
  CandleReply,
  CandleRequest,
  FundingRequest,
  SymbolsReply,
} from "../market-data/port.ts";
import { anyCache, anyExchanges, anyImports, askingBus, servingBus } from "../part-shapes.ts";
import {
  auditedCall,
  resolveServeOptions,
  textOrNull,
  type BusAct,
  type ServeOptions,
} from "./audit-calls.ts";
import {
  callRemote,
  isObject,
  unreadable,
  type RemoteLimits,
  type ReplyShape,
} from "./remote-call.ts";

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

/**
 * Serves candles to the other processes on the bus until it is stopped. The trail gets rows `bus.candles.imported`,
 * `bus.candles.deleted` and `bus.cache.cleared`.
 */
export function serveMarketData(
  bus: Bus,
  parts: MarketDataParts,
  served: ServeOptions = {},
): Subscription {
  servingBus("bus", bus);
  objectOf({ exchanges: anyExchanges, cache: anyCache, imports: anyImports })("parts", parts);
  const options = resolveServeOptions("serveMarketData", served);
  const { exchanges, cache, imports } = parts;
  const given = <Payload>(payload: unknown): Payload => {
    if (!isObject(payload)) throw unreadable("A call of the data service");
    // The parts check what they are asked for.
    return payload as Payload;
  };
  return bus.serve(SERVICE, {
    async candles(payload) {
      const { exchange, request } = given<{ exchange: string; request: CandleRequest }>(payload);
      const { candles, ...reply } = await exchanges.find(exchange).candles(request);
      return { ...reply, columns: packCandles(candles) };
    },
    fundingRates(payload) {
      const { exchange, request } = given<{ exchange: string; request: FundingRequest }>(payload);
      checkFundingSource(exchanges, exchange);
      return exchanges.find(exchange).fundingRates!(request); // it has them
    },
    symbols: (payload) => exchanges.find(given<{ exchange: string }>(payload).exchange).symbols(),
    cacheStatus: () => cache.status(),
    cacheClear: (_, call) =>
      auditedCall(options, call, { action: "bus.cache.cleared" }, () => cache.clear()),
    async importCsv(payload, call) {
      const { owner, ...request } = given<ImportRequest & Owned>(payload);
      const facts = seriesFacts("bus.candles.imported", request);
      return await auditedCall(options, call, facts, () =>
        imports.import(request, owner === undefined ? {} : { owner }),
      );
    },
    async importBytes(payload, call) {
      const { bytes, owner, ...request } = given<ImportName & Owned & { readonly bytes: string }>(
        payload,
      );
      const facts = seriesFacts("bus.candles.imported", request);
      return await auditedCall(options, call, facts, () =>
        imports.import(
          { ...request, bytes: fromBase64(bytes) },
          owner === undefined ? {} : { owner },
        ),
      );
    },
    importList: () => imports.list(),
    async importDelete(payload, call) {
      const name = given<ImportName>(payload);
      const facts = seriesFacts("bus.candles.deleted", name);
      return await auditedCall(options, call, facts, () => imports.delete(name));
    },
  });
}

/** A call whose files count for an owner. */
interface Owned {
  readonly owner?: string;
}

/** The act on a series of imported candles. */
function seriesFacts(action: string, { symbol, interval, exchange }: ImportName): BusAct {
  const details = { interval: textOrNull(interval), exchange: textOrNull(exchange) };
  return { action, subject: textOrNull(symbol), details };
}

/**
 * Reaches the candles of the process that serves them. `names`: the exchanges that both know, and the default one;
 * `fundingNames`: those of them that have funding rates, by default none.
 */
export function remoteMarketData(
  bus: Bus,
  directory: Pick<ExchangeDirectory, "names" | "defaultName"> & {
    readonly fundingNames?: readonly string[];
  },
): MarketDataParts {
  askingBus("bus", bus);
  objectOf({
    names: listOf(anyText),
    defaultName: anyText,
    fundingNames: absentOr(listOf(anyText)),
  })("directory", directory);
  const { names, defaultName, fundingNames = [] } = directory;
  const call = <Reply>(
    reply: ReplyShape,
    method: string,
    payload: unknown,
    limits: RemoteLimits = ASKING,
    signal?: AbortSignal,
  ): Promise<Reply> =>
    callRemote(bus, SERVICE, { method, payload, reply }, limits, unavailable, signal);
  const provider = (exchange: string): CandleProvider => ({
    exchange,
    async candles(given) {
      const { signal, onProgress: _, onWait: __, ...request } = given;
      // A job may wait for a process that is replaced; a caller of the interface hears at once.
      const limits = request.allowFallback === true ? READING : { ...READING, trials: 1 };
      const { columns, ...reply } = await call<
        Omit<CandleReply, "candles"> & { readonly columns: unknown }
      >("object", "candles", { exchange, request }, limits, signal);
      return { ...reply, candles: unpackCandles(columns) };
    },
    symbols: (signal) => call<SymbolsReply>("object", "symbols", { exchange }, ASKING, signal),
    ...(fundingNames.includes(exchange) && {
      fundingRates(given: FundingRequest) {
        const { signal, onProgress: _, onWait: __, ...request } = given;
        return call<readonly FundingRate[]>(
          "objects",
          "fundingRates",
          { exchange, request },
          READING,
          signal,
        );
      },
    }),
  });
  return {
    exchanges: createExchangeDirectory(
      Object.fromEntries(names.map((name) => [name, provider(name)])),
      defaultName,
    ),
    cache: {
      status: () => call("object", "cacheStatus", null),
      clear: () => call("object", "cacheClear", null),
    },
    imports: {
      import: ({ csv, bytes, ...request }, { owner, signal } = {}) => {
        const named = { ...request, ...(owner !== undefined && { owner }) };
        return csv === undefined
          ? call("object", "importBytes", { ...named, bytes: toBase64(bytes) }, ASKING, signal)
          : call("object", "importCsv", { ...named, csv }, ASKING, signal);
      },
      list: () => call("objects", "importList", null),
      delete: async (name) => void (await call("any", "importDelete", name)),
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

/** @throws EngineError MARKET_DATA_UNAVAILABLE for anything that {@link packCandles} did not make */
function unpackCandles(packed: unknown): Candles {
  const { length, columns } = isObject(packed) ? packed : {};
  if (typeof length !== "number" || !isObject(columns)) throw unavailable(NO_CANDLES);
  const unpacked: Record<string, Float64Array> = {};
  for (const name of COLUMNS) {
    const text = columns[name];
    if (text === undefined && name === "turnover") continue;
    unpacked[name] = unpackColumn(text, length);
  }
  return { length, ...unpacked } as unknown as Candles;
}

function unpackColumn(text: unknown, length: number): Float64Array {
  if (typeof text !== "string") throw unavailable(NO_CANDLES);
  try {
    // A copy, because columns must begin at a multiple of eight bytes.
    const column = new Float64Array(fromBase64(text).slice().buffer);
    if (column.length === length) return column;
  } catch (error) {
    throw unavailable(error);
  }
  throw unavailable(NO_CANDLES);
}

const NO_CANDLES = unreadable("An answer of the data service");

function unavailable(cause: unknown): EngineError {
  return new EngineError(
    "MARKET_DATA_UNAVAILABLE",
    "The data service does not answer now; try again later.",
    { cause },
  );
}
