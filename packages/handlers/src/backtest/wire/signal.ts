/** A live signal on the wire. */

import type { Signal } from "@bourse/contract/backtest";
import type { GeneratedSignal } from "@bourse/trading-core";

import { isoTime } from "../../time/iso-time.ts";

/** Spells a generated signal on the wire. */
export function wireSignal(signal: GeneratedSignal): Signal {
  return {
    strategy_name: signal.strategyName,
    symbol: signal.symbol,
    exchange: signal.exchange,
    source: signal.source,
    direction: signal.direction,
    confidence: signal.confidence,
    timestamp: isoTime(signal.timestamp),
    price: signal.price,
    // Signals stored by earlier versions have none.
    price_time: isoTime((signal.priceTime as number | undefined) ?? null),
    parameters: { ...signal.parameters },
  };
}
