import type { UnconfirmedOrders } from "@bourse/trading-core/execution";

import type { Instruments } from "./instruments.ts";
import type { TradingClient } from "./trading-client.ts";
import type { TradingTerms } from "./trading-options.ts";

/** The context that the parts of the broker share: its options, its client and the exchange's instruments. */
export interface BrokerContext {
  readonly terms: TradingTerms;
  readonly client: TradingClient;
  readonly instruments: Instruments;
}

/** The context of what sends orders. */
export interface SubmitterContext extends BrokerContext {
  /** Orders whose outcome Bybit has not reported yet. */
  readonly unconfirmed: UnconfirmedOrders;
}
