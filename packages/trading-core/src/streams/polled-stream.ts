/** A candle stream over any source of candles, which is asked at each close. */

import { resolveOptions, shapedOption } from "@bourse/kernel";

import type { CandleProvider } from "../market-data/port.ts";
import { anyProvider } from "../part-shapes.ts";
import { followRules, openLinkedStream, type FollowBounds } from "./linked-stream.ts";
import type { CandleStream } from "./port.ts";

/** Options of {@link createPolledCandleStream}. */
export interface PolledStreamOptions extends FollowBounds {
  /** Source of the candles. */
  readonly provider: CandleProvider;
}

/**
 * Creates a stream for a venue without a connection for candles, such as one of ccxt: its source is asked at the close
 * of each candle by the venue's clock, `overdueMilliseconds` (500 by default) after it, and then with growing pauses
 * until the candle is there. The last candles before it are read again, so that their corrections are told.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createPolledCandleStream(options: PolledStreamOptions): CandleStream {
  const { provider, ...bounds } = resolveOptions("createPolledCandleStream", options, {
    ...followRules(500),
    provider: shapedOption<CandleProvider>("a source of candles", anyProvider),
  });
  const stream = openLinkedStream({
    ...bounds,
    exchange: provider.exchange,
    history: () => provider,
    link: undefined,
  });
  return { exchange: stream.exchange, follow: (series, signal) => stream.follow(series, signal) };
}
