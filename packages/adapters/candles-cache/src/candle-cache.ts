/** A candle provider that keeps the candles of another one on disk. */

import {
  checkedProvider,
  resampledCandles,
  resolveCandleRange,
  type CandleCacheControl,
  type CandleProvider,
  type FundingRequest,
} from "@bourse/trading-core/market-data";

import { answerCandles } from "./answer-candles.ts";
import { answerFunding } from "./answer-funding.ts";
import { resolveCacheOptions, type CandleCacheOptions } from "./cache-options.ts";
import { describeCache } from "./cache-status.ts";
import { SeriesFolder } from "./series-folder.ts";
import { SeriesTurns } from "./series-turns.ts";

/**
 * A provider that answers from disk where it can. `status` reports the whole folder, of all providers, from the heads
 * of the files; `clear` deletes what the cache wrote, damaged files included, and nothing else.
 */
export interface CandleCache extends CandleProvider, CandleCacheControl {}

/**
 * Creates a cache that answers exactly as the provider would, from disk where it can: `source` is `cache` when nothing
 * had to be fetched.
 *
 * Only candles that are closed, by the provider's own clock where it reports one, are kept, in one file per series.
 * Only the missing parts of a range are fetched; candles that the provider left out are remembered as holes. Requests
 * for one series that need the provider take turns, so none fetches what another already has. A file that does not
 * match its checksums is renamed, named in a warning and fetched again. A failing disk costs a warning, never an
 * answer. `useCache: false` bypasses the cache in both directions. Beyond `maxFiles` or `maxBytes` the least recently
 * used series are deleted, after each write.
 *
 * Funding rates of a provider that has them are kept likewise, one file per contract; the newest hour is asked for
 * again.
 *
 * Candles of an interval that the provider lacks are made of shorter ones, which the cache keeps in their place.
 *
 * A request reads the whole file of its series: 56 bytes per candle, some milliseconds for 100,000 candles. A fetch
 * rewrites it.
 *
 * @throws KernelError OPTION_INVALID; `candles` and `symbols` throw the provider's own codes
 */
export function createCandleCache(options: CandleCacheOptions): CandleCache {
  const resolved = resolveCacheOptions(options);
  const { directory, provider, clock, warn, files } = resolved;
  const turns = new SeriesTurns();
  const { exchange, intervals } = provider;
  const rates = provider.fundingRates?.bind(provider);
  const folderOf = (): SeriesFolder => new SeriesFolder(directory, warn, files);
  return checkedProvider("createCandleCache", {
    exchange,
    ...(intervals && { intervals }),
    ...(rates !== undefined && {
      async fundingRates(request: FundingRequest) {
        request.signal?.throwIfAborted();
        return await answerFunding(resolved, turns, request, rates);
      },
    }),
    candles: resampledCandles({ exchange, intervals, clock }, async (request) => {
      request.signal?.throwIfAborted();
      const range = resolveCandleRange(request, clock.now());
      if (request.useCache === false) return await provider.candles(request);
      return await answerCandles(resolved, turns, request, range);
    }),
    symbols: (signal, onWait) => provider.symbols(signal, onWait),
    status: async () => describeCache(directory, await folderOf().list()),
    clear: async () => ({ filesDeleted: await folderOf().clear() }),
  });
}
