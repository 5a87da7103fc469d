/** Candles over the wire, the candle cache, and symbols. */

import * as q from "../query/codecs.ts";
import type { NotesOf } from "../route/docs.ts";
import {
  list,
  object,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import {
  CandleSource,
  Count,
  DATA_ERRORS,
  ExchangeName,
  FiniteNumber,
  GUARD,
  IntervalName,
  MaybeTime,
  NotNegative,
  security,
  Statistic,
  SymbolName,
  Text,
  TimeInput,
  Timestamp,
} from "./fields.ts";

const klineFields = {
  /** Time at which the candle opens, ISO 8601 in UTC. */
  timestamp: Timestamp,
  /** First price, in the quote currency. */
  open: FiniteNumber,
  /** Highest price, in the quote currency. */
  high: FiniteNumber,
  /** Lowest price, in the quote currency. */
  low: FiniteNumber,
  /** Last price, in the quote currency. */
  close: FiniteNumber,
  /** Traded volume in base units. */
  volume: FiniteNumber,
  /** Traded volume in quote units; null where the source has none. */
  turnover: Statistic,
};
/** A closed candle. */
export interface Kline extends Fields<typeof klineFields> {}
export const Kline: ObjectSchema<Kline> = object(klineFields);

const klinesFields = {
  /** Trading pair. */
  symbol: Text,
  /** Exchange or other source of the candles. */
  exchange: Text,
  /** Length of a candle. */
  interval: Text,
  /** Time of the first candle, ISO 8601 in UTC; null without a candle. */
  start_time: MaybeTime,
  /** Time of the last candle, ISO 8601 in UTC; null without a candle. */
  end_time: MaybeTime,
  /** Number of candles. */
  count: Count,
  /** Origin of the candles. */
  source: CandleSource,
  /** The candles, oldest first; closed ones only. */
  records: list(Kline),
};
/** Closed candles, oldest first. */
export interface Klines extends Fields<typeof klinesFields> {}
export const Klines: ObjectSchema<Klines> = object(klinesFields);

const seriesFields = {
  /** Trading pair. */
  symbol: Text,
  /** Exchange or other source of the candles. */
  exchange: Text,
  /** Length of a candle. */
  interval: Text,
  /** Time of the first candle, ISO 8601 in UTC. */
  start_time: Timestamp,
  /** Time of the last candle, ISO 8601 in UTC. */
  end_time: Timestamp,
  /** Number of candles. */
  records: Count,
  /** Size of the file in megabytes (10^6 bytes). */
  size_mb: NotNegative,
};
/** A series of candles in the cache. */
export interface CachedSeries extends Fields<typeof seriesFields> {}
export const CachedSeries: ObjectSchema<CachedSeries> = object(seriesFields);

const cacheFields = {
  /** Folder of the cache. */
  cache_dir: Text,
  /** Number of different symbols. */
  total_symbols: Count,
  /** Number of files, one a series. */
  total_files: Count,
  /** Size of all files in bytes. */
  total_size_bytes: Count,
  /** Size of all files in megabytes (10^6 bytes). */
  total_size_mb: NotNegative,
  /** Time of the oldest candle, ISO 8601 in UTC; null in an empty cache. */
  oldest_data: MaybeTime,
  /** Time of the newest candle, ISO 8601 in UTC; null in an empty cache. */
  newest_data: MaybeTime,
  /** The series in the cache. */
  symbols: list(CachedSeries),
};
/** The content of the candle cache. */
export interface CacheStatus extends Fields<typeof cacheFields> {}
export const CacheStatus: ObjectSchema<CacheStatus> = object(cacheFields);

const clearedFields = {
  /** Number of files that were deleted. */
  files_deleted: Count,
};
/** The outcome of emptying the candle cache. */
export interface CacheCleared extends Fields<typeof clearedFields> {}
export const CacheCleared: ObjectSchema<CacheCleared> = object(clearedFields);

const symbolsFields = {
  /** Exchange or other source. */
  exchange: Text,
  /** The trading pairs. */
  symbols: list(Text),
  /** Number of trading pairs. */
  count: Count,
  /** Origin of the list. */
  source: CandleSource,
};
/** The symbols of an exchange. */
export interface SymbolList extends Fields<typeof symbolsFields> {}
export const SymbolList: ObjectSchema<SymbolList> = object(symbolsFields);

const klinesQuery = {
  /** Symbol: 1–64 letters and digits of any script and `. _ / - : ^ = &`, Latin ones upper-cased. Default BTCUSDT. */
  symbol: SymbolName.default("BTCUSDT"),
  /** Length of a candle, in minutes or with its unit: any whole number of `s m h d w M`. Default `1h`. */
  interval: IntervalName.default("1h"),
  /** Number of candles, 1–1,000: the newest ones. Default 100. */
  limit: q.integer({ min: 1, max: 1000 }).default(100),
  /** Source of the candles. Default: the server's. */
  exchange: ExchangeName.optional(),
  /** Start of the range, inclusive. Default: none. */
  start_time: TimeInput.optional(),
  /** End of the range, exclusive. Default: now. */
  end_time: TimeInput.optional(),
  /** True to join all candles of the range (at most 1,000,000) to `limit`. Default false. */
  joined: q.boolean().default(false),
  /** True to allow candles from the cache. Default true. */
  use_cache: q.boolean().default(true),
};
interface KlinesQuery extends Fields<typeof klinesQuery> {}
interface KlinesQueryInput extends InputFields<typeof klinesQuery> {}
const KlinesQuery: ObjectSchema<KlinesQuery, KlinesQueryInput> = object(klinesQuery);

const symbolsQuery = {
  /** Exchange to list. Default `bybit`. */
  exchange: ExchangeName.default("bybit"),
};
interface SymbolsQuery extends Fields<typeof symbolsQuery> {}
interface SymbolsQueryInput extends InputFields<typeof symbolsQuery> {}
const SymbolsQuery: ObjectSchema<SymbolsQuery, SymbolsQueryInput> = object(symbolsQuery);

export const ownDataRoutes = {
  /**
   * List closed candles, oldest first.
   *
   * `GET /data/klines` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * - MARKET_DATA_UNAVAILABLE (503): Call again later, or choose another source of candles.
   * @example
   *   await client.getKlines();
   */
  getKlines: route("GET", "/data/klines", {
    security,
    query: KlinesQuery,
    responses: { 200: Klines },
    errors: DATA_ERRORS,
  }),
  /**
   * Describe the content of the candle cache.
   *
   * `GET /data/cache` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * @example
   *   await client.getCache();
   */
  getCache: route("GET", "/data/cache", {
    security,
    responses: { 200: CacheStatus },
    errors: GUARD,
  }),
  /**
   * Empty the candle cache.
   *
   * `DELETE /data/cache` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * @example
   *   await client.clearCache();
   */
  clearCache: route("DELETE", "/data/cache", {
    security,
    responses: { 200: CacheCleared },
    errors: { ...GUARD, INVALID_PARAMETERS: 400 },
  }),
  /**
   * List the symbols of an exchange.
   *
   * `GET /data/symbols` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * - MARKET_DATA_UNAVAILABLE (503): Call again later, or choose another source of candles.
   * @example
   *   await client.listSymbols();
   */
  listSymbols: route("GET", "/data/symbols", {
    security,
    query: SymbolsQuery,
    responses: { 200: SymbolList },
    errors: DATA_ERRORS,
  }),
};

/** Notes of {@link ownDataRoutes}. A function, so that bundlers drop it from clients. */
export function dataNotes(): NotesOf<typeof ownDataRoutes> {
  const tags = ["data"];
  const shape = "The answer's shape.";
  const symbol = "BTCUSDT";
  const exchange = "bybit";
  const examples = candleExamples(symbol, exchange);
  return {
    getKlines: {
      tags,
      seed: "Data: GET /api/data/klines",
      unspecified: [
        shape,
        "The accepted intervals: any whole number of seconds to months, at most ten years, counted from 1970-01-01 UTC, weeks from a Monday, months from January. So 3M are quarters and 12M years; 7d is no week.",
        "An interval that the source lacks is made of its longest one that divides it, such as 8h of 4h; where none does, the request is 400.",
        "No simulation stands in for an exchange that cannot be reached: that is 503.",
      ],
      example: { response: examples.klines },
    },
    getCache: {
      tags,
      seed: "Data: GET /api/data/cache",
      unspecified: [
        shape,
        "Beyond the operator's maximum of files or of bytes the least recently used series are dropped; no request is refused for it.",
      ],
      example: { response: examples.cache },
    },
    clearCache: {
      tags,
      seed: "Data: DELETE /api/data/cache",
      unspecified: [shape],
      example: { response: { files_deleted: 1 } },
    },
    listSymbols: {
      tags,
      seed: "Data: GET /api/data/symbols",
      unspecified: ["The default exchange is bybit.", "An unknown exchange is 400."],
      example: { response: { exchange, symbols: [symbol, "ETHUSDT"], count: 2, source: "live" } },
    },
  };
}

/** One candle, and a cache with one series. */
function candleExamples(
  symbol: string,
  exchange: string,
): { readonly klines: object; readonly cache: object } {
  const time = "2026-01-01T00:00:00.000Z";
  const newest = "2026-02-11T15:00:00.000Z";
  return {
    klines: {
      symbol,
      exchange,
      interval: "1h",
      start_time: time,
      end_time: time,
      count: 1,
      source: "live",
      records: [
        {
          timestamp: time,
          open: 100,
          high: 101.5,
          low: 99.5,
          close: 101,
          volume: 12.5,
          turnover: 1256.25,
        },
      ],
    },
    cache: {
      cache_dir: "data/candles",
      total_symbols: 1,
      total_files: 1,
      total_size_bytes: 48000,
      total_size_mb: 0.05,
      oldest_data: time,
      newest_data: newest,
      symbols: [
        {
          symbol,
          exchange,
          interval: "60",
          start_time: time,
          end_time: newest,
          records: 1000,
          size_mb: 0.05,
        },
      ],
    },
  };
}
