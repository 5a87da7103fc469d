/** The connection on which a venue tells the candles of a series as they come about. */

import type { CandleReading } from "./candle-order.ts";
import type { StreamedSeries } from "./port.ts";

/** Listener to one series of a {@link CandleLink}. */
export interface LinkListener {
  /** Called with each candle that the venue tells, open ones too. */
  onCandle(reading: CandleReading): void;
  /** Called each time the venue begins to tell the series, also after a lost connection: candles may be missing. */
  onConnect(): void;
}

/** A listener's place at a {@link CandleLink}. */
export interface LinkPlace {
  /** Tells the link that the series was silent for too long, so that it asks for it anew. */
  renew(): void;
  /** Ends the calls of the listener. Idempotent. */
  leave(): void;
}

/**
 * A connection to a venue: it keeps itself alive, connects again and orders nothing, for `createLinkedCandleStream`
 * does.
 */
export interface CandleLink {
  /** Begins to tell a series; undefined for an interval that the venue does not tell, and its history alone has. */
  join(
    series: Pick<StreamedSeries, "symbol" | "interval">,
    listener: LinkListener,
  ): LinkPlace | undefined;
  /** Closes the connections. */
  close(): Promise<void>;
}
