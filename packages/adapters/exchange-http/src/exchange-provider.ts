/** A candle provider over an exchange that answers page by page. */

import {
  EARLIEST_TIME,
  firstIndexFrom,
  intervalOpen,
  intervalsBetween,
  joinCandles,
  resolveCandleRange,
  sliceCandles,
  type CandleProvider,
  type CandleRange,
  type CandleRequest,
  type Candles,
  type Interval,
} from "@bourse/backtest-engine/data";
import type { Clock } from "@bourse/kernel";

/** What one request for candles asks of the exchange. */
export interface PageQuery {
  readonly symbol: string;
  readonly interval: Interval;
  /** Milliseconds UTC, exclusive: the newest candles that open before it. */
  readonly end: number;
  /** 1 to the page size. */
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** What the exchange gave. */
export interface CandlePage {
  /** Oldest first and valid. */
  readonly candles: Candles;
  /** Milliseconds UTC by the exchange's clock; undefined where it told none. */
  readonly time: number | undefined;
}

/** The little that differs between exchanges. */
export interface ExchangeSource {
  readonly exchange: string;
  /** The most candles that one page holds. */
  readonly pageSize: number;
  /** The newest `limit` candles that open before `end`; none when history ends there. */
  fetchPage(query: PageQuery): Promise<CandlePage>;
  fetchSymbols(signal?: AbortSignal): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface ExchangeProvider extends CandleProvider {
  /** Cuts the connections of the provider's own making: requests under way fail at once. Idempotent. */
  close(): Promise<void>;
}

/**
 * Walks back from the end of the range, page by page, until the range, the limit or the history is at its end.
 *
 * A page shorter than asked does not end the walk, for exchanges leave holes: an empty one does. What is open by the
 * exchange's own clock is left out, however far this machine's is ahead of it.
 */
export function createExchangeProvider(source: ExchangeSource, clock: Clock): ExchangeProvider {
  const { exchange } = source;
  return {
    exchange,
    async candles(request) {
      request.signal?.throwIfAborted();
      const range = resolveCandleRange(request, clock.now());
      const { pages, time } = await collectPages(source, request, range);
      const candles = joinCandles(pages);
      const sourceTime = time === undefined ? {} : { sourceTime: time };
      return { candles, exchange, source: "live", ...sourceTime, warnings: [] };
    },
    async symbols(signal) {
      signal?.throwIfAborted();
      const symbols = [...new Set(await source.fetchSymbols(signal))].toSorted();
      return { symbols, exchange, source: "live", warnings: [] };
    },
    close: () => source.close(),
  };
}

async function collectPages(
  source: ExchangeSource,
  request: CandleRequest,
  range: CandleRange,
): Promise<{ readonly pages: Candles[]; readonly time: number | undefined }> {
  const { symbol, interval, signal } = request;
  const pages: Candles[] = [];
  let received = 0;
  let end = range.end;
  let time: number | undefined;
  while (received < range.limit && end > range.start) {
    const room = Math.min(source.pageSize, range.limit - received);
    const limit =
      range.start === EARLIEST_TIME
        ? room
        : Math.min(room, intervalsBetween(interval, range.start, end));
    const page = await source.fetchPage({
      symbol,
      interval,
      end,
      limit,
      ...(signal && { signal }),
    });
    time ??= page.time;
    const closed = time === undefined ? end : Math.min(end, intervalOpen(interval, time));
    const inside = cutCandles(page.candles, range.start, closed, limit);
    if (inside.length === 0) {
      if (closed === end) break;
      // All that came is still open: what was asked for lies before it.
      end = closed;
      continue;
    }
    pages.unshift(inside);
    received += inside.length;
    end = inside.time[0]!;
    request.onProgress?.(received);
  }
  return { pages, time };
}

/** Of the candles that open in `[start, end)` the newest `limit`, as views: an exchange may send more than asked. */
function cutCandles(page: Candles, start: number, end: number, limit: number): Candles {
  const to = firstIndexFrom(page.time, end);
  const from = Math.max(firstIndexFrom(page.time, start), to - limit);
  return sliceCandles(page, Math.min(from, to), to);
}
