/** Answering a request for funding rates from disk, and fetching what is missing there. */

import type { FundingRate } from "@bourse/backtest-engine/simulation";
import type { FundingRequest } from "@bourse/trading-core/market-data";

import type { ResolvedOptions } from "./cache-options.ts";
import { findMissing } from "./fill-series.ts";
import { fetchFunding, fundingRange, ratesOf, settledFunding } from "./funding-cache.ts";
import { keepSeries } from "./keep-series.ts";
import { SeriesFolder } from "./series-folder.ts";
import { labelOf } from "./series-key.ts";
import type { SeriesTurns } from "./series-turns.ts";
import { EMPTY_SERIES } from "./series.ts";

/** Funding rates from disk where they are known; without the file's warnings, which `warn` hears. */
export async function answerFunding(
  options: ResolvedOptions,
  turns: SeriesTurns,
  request: FundingRequest,
  fetch: (request: FundingRequest) => Promise<readonly FundingRate[]>,
): Promise<readonly FundingRate[]> {
  const { directory, provider, clock, warn, files } = options;
  const { symbol, signal } = request;
  const key = { exchange: provider.exchange, symbol, interval: "funding" } as const;
  const range = fundingRange(request, clock.now());
  if (!(range.start < range.end)) return await fetch(request);
  const folder = new SeriesFolder(directory, warn, files);
  const known = (await folder.read(key, clock.now())) ?? EMPTY_SERIES;
  if (findMissing(known, range) === undefined) return ratesOf(known, range);
  return await turns.take(labelOf(key), signal, async () => {
    const before = (await folder.read(key, clock.now())) ?? EMPTY_SERIES;
    const found = await fetchFunding(before, request, range, fetch);
    const after = found === before ? before : settledFunding(found, clock.now());
    await keepSeries(options, folder, { key, before, after }, warn);
    return ratesOf(found, range);
  });
}
