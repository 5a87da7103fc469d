/** A candle provider over an exchange that answers page by page. */

import {
  firstIndexFrom,
  type Interval,
  intervalOpen,
  intervalsBetween,
  joinCandles,
  sliceCandles,
  type Candles,
} from "@bourse/backtest-engine/data";
import {
  anyFunction,
  anyText,
  checkArguments,
  listOf,
  objectOf,
  wholeNumber,
  type CallRules,
  type Clock,
} from "@bourse/kernel";
import {
  checkedProvider,
  EARLIEST_TIME,
  resampledCandles,
  resolveCandleRange,
  type CandleProvider,
  type CandleRange,
  type CandleRequest,
} from "@bourse/trading-core/market-data";

import type { RequestCaller } from "./request-caller.ts";

/** The page of a series that one request to the exchange asks for. */
export interface PageQuery {
  /** End of the page, milliseconds UTC, exclusive: every candle of the page opens before it. */
  readonly end: number;
  /** Number of candles: the newest before `end`. 1 to the page size. */
  readonly limit: number;
}

/** The answer of the exchange. */
export interface CandlePage {
  /** Valid candles, oldest first. */
  readonly candles: Candles;
  /** Time of the answer by the exchange's clock, milliseconds UTC; undefined where it reported none. */
  readonly time: number | undefined;
}

/** The part of a provider that differs between exchanges. */
export interface ExchangeSource {
  /** Name of the exchange. */
  readonly exchange: string;
  /** Intervals that the exchange has candles of. */
  readonly intervals: readonly Interval[];
  /** Maximum number of candles in one page. */
  readonly pageSize: number;
  /** Fetches one page of the requested series; an empty page means that its history ends there. */
  fetchPage(
    series: Pick<CandleRequest, "symbol" | "interval" | "signal" | "onWait">,
    page: PageQuery,
  ): Promise<CandlePage>;
  /** Fetches the names of all tradable symbols. */
  fetchSymbols(caller: RequestCaller): Promise<readonly string[]>;
  /** Closes the connections. */
  close(): Promise<void>;
}

const rules: CallRules = {
  source: objectOf({
    exchange: anyText,
    intervals: listOf(anyText),
    pageSize: wholeNumber({ min: 1 }),
    fetchPage: anyFunction,
    fetchSymbols: anyFunction,
    close: anyFunction,
  }),
  clock: objectOf({ now: anyFunction }),
};

/** A provider with connections of its own. */
export interface ExchangeProvider extends CandleProvider {
  /** Closes the connections that the provider opened itself; requests under way fail at once. Idempotent. */
  close(): Promise<void>;
}

/**
 * Creates a provider that reads a range from its end backwards, page by page, until the range, the limit or the history
 * ends.
 *
 * A page shorter than its limit does not end the walk, because exchanges leave holes; an empty page does. Candles that
 * are open by the exchange's own clock are left out, however far this machine's clock is ahead. Candles of intervals
 * that the exchange does not have are made of shorter ones, as `resampledCandles` says.
 */
export function createExchangeProvider(source: ExchangeSource, clock: Clock): ExchangeProvider {
  checkArguments("createExchangeProvider", rules, [source, clock]);
  const { exchange, intervals } = source;
  return checkedProvider("createExchangeProvider", {
    exchange,
    intervals,
    candles: resampledCandles({ exchange, intervals, clock }, async (request) => {
      request.signal?.throwIfAborted();
      const range = resolveCandleRange(request, clock.now());
      const { pages, time } = await collectPages(source, request, range);
      const candles = joinCandles(pages);
      const sourceTime = time === undefined ? {} : { sourceTime: time };
      return { candles, exchange, source: "live", ...sourceTime, warnings: [] };
    }),
    async symbols(signal, onWait) {
      signal?.throwIfAborted();
      const caller = { ...(signal && { signal }), ...(onWait && { onWait }) };
      const symbols = [...new Set(await source.fetchSymbols(caller))].toSorted();
      return { symbols, exchange, source: "live", warnings: [] };
    },
    close: () => source.close(),
  });
}

async function collectPages(
  source: ExchangeSource,
  request: CandleRequest,
  range: CandleRange,
): Promise<{ readonly pages: Candles[]; readonly time: number | undefined }> {
  const { interval } = request;
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
    const page = await source.fetchPage(request, { end, limit });
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

/** The newest `limit` candles that open in `[start, end)`, as views: an exchange may send more than requested. */
function cutCandles(page: Candles, start: number, end: number, limit: number): Candles {
  const to = firstIndexFrom(page.time, end);
  const from = Math.max(firstIndexFrom(page.time, start), to - limit);
  return sliceCandles(page, Math.min(from, to), to);
}
