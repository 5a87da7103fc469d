/** Funding rates of perpetual contracts, read page by page. */

import { EngineError } from "@bourse/backtest-engine/data";
import type { FundingRate } from "@bourse/backtest-engine/simulation";
import { checkSymbol, type FundingRequest } from "@bourse/trading-core/market-data";

import type { ExchangeProvider } from "./exchange-provider.ts";

/** A provider of the candles and the funding rates of perpetual contracts. */
export interface PerpetualProvider extends ExchangeProvider {
  /**
   * Reads the funding rates of a range, oldest first, as the option `funding` of a simulation takes them.
   *
   * @throws EngineError MARKET_DATA_UNAVAILABLE, MARKET_DATA_REFUSED, SYMBOL_UNKNOWN; OPTIONS_INVALID for a range that
   * does not begin before it ends
   */
  fundingRates(request: FundingRequest): Promise<readonly FundingRate[]>;
}

/** Pages of an exchange: their size, and the end of a range that it answers first. */
interface FundingPages {
  readonly size: number;
  readonly first: "newest" | "oldest";
}

/** Reads the payments in `[start, end)`, in any order, at most a page of them. */
type FetchFunding = (
  request: FundingRequest,
  start: number,
  end: number,
) => Promise<readonly FundingRate[]>;

/** Reads a range of funding rates, page after page from the end that the exchange answers first. */
export async function pageFunding(
  request: FundingRequest,
  now: number,
  pages: FundingPages,
  fetchPage: FetchFunding,
): Promise<readonly FundingRate[]> {
  checkSymbol(request.symbol);
  const { startTime, endTime = now } = request;
  if (!Number.isSafeInteger(startTime) || !Number.isSafeInteger(endTime) || startTime >= endTime) {
    throw new EngineError(
      "OPTIONS_INVALID",
      `The start of the funding rates must lie before the end, both in whole milliseconds; found ${String(startTime)} and ${String(endTime)}.`,
    );
  }
  const found = new Map<number, FundingRate>();
  let [start, end] = [startTime, endTime];
  while (start < end) {
    request.signal?.throwIfAborted();
    const reply = await fetchPage(request, start, end);
    const wrong = reply.find((rate) => !isRate(rate));
    if (wrong !== undefined) {
      throw new EngineError(
        "MARKET_DATA_UNAVAILABLE",
        `The exchange answered a funding rate of ${request.symbol} that is none: time ${wrong.time}, rate ${wrong.rate}; expected whole milliseconds and a fraction above -1 and below 1.`,
      );
    }
    const page = reply.filter(({ time }) => time >= start && time < end);
    for (const rate of page) found.set(rate.time, rate);
    request.onProgress?.(found.size);
    if (page.length < pages.size) break;
    const times = page.map(({ time }) => time);
    if (pages.first === "newest") end = Math.min(...times);
    else start = Math.max(...times) + 1;
  }
  return [...found.values()].toSorted((one, other) => one.time - other.time);
}

function isRate({ time, rate, markPrice = 1 }: FundingRate): boolean {
  return (
    Number.isSafeInteger(time) && rate > -1 && rate < 1 && markPrice > 0 && markPrice < Infinity
  );
}
