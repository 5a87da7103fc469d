/** Identity of a cached series, and its spellings: in file names, in file headers and in messages. */

import type { Interval } from "@bourse/backtest-engine/data";
import { symbolInFileName, type CandleRequest } from "@bourse/trading-core/market-data";

/** Identity of a series. */
export interface SeriesKey {
  readonly exchange: string;
  readonly symbol: string;
  /** Length of a candle; `funding` for the funding rates of a contract. */
  readonly interval: Interval | "funding";
}

/** The end of every file name of the cache. */
export const SUFFIX = ".candles";

/** The key of the series that a request reads. */
export function keyOf(
  exchange: string,
  { symbol, interval }: CandleRequest,
): SeriesKey & { readonly interval: Interval } {
  return { exchange, symbol, interval };
}

/** The series in messages. */
export function labelOf({ symbol, interval }: SeriesKey): string {
  return `${symbol} ${interval}`;
}

/** The name of the series' file; no two canonical intervals differ in letter case alone. */
export function fileName({ exchange, symbol, interval }: SeriesKey): string {
  return `${encodeURIComponent(exchange)}-${symbolInFileName(symbol)}-${interval}${SUFFIX}`;
}

/** The key as text in a file's header. */
export function keyText({ exchange, symbol, interval }: SeriesKey): string {
  return JSON.stringify([exchange, symbol, interval]);
}

/** Reads the key from a header whose checksum was found right. */
export function parseKey(text: string): SeriesKey {
  const [exchange, symbol, interval] = JSON.parse(text) as [string, string, SeriesKey["interval"]];
  return { exchange, symbol, interval };
}
