import type { Instruments } from "./instruments.ts";
import type { TradingClient } from "./trading-client.ts";
import type { TradingTerms } from "./trading-options.ts";

/** What the parts of the broker share. */
export interface Desk {
  readonly terms: TradingTerms;
  readonly client: TradingClient;
  readonly instruments: Instruments;
}
