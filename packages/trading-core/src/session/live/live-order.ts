/** An order of a live session: what the strategy asked, what was sent, and how far it came. */

import type { ExitReason, Order as EngineOrder } from "@bourse/backtest-engine/simulation";

import type { OrderRequest } from "../../execution/port.ts";
import type { SessionOrder } from "../session.ts";

/** The order as the strategy asked for it, as plain JSON. */
export type AskedOrder = Pick<EngineOrder, "side" | "type"> & {
  readonly price?: number;
  readonly stopPrice?: number;
  readonly size?: Readonly<Record<string, number>> | number;
  readonly reduceOnly?: boolean;
  readonly validCandles?: number;
  readonly group?: string;
  readonly stopLoss?: number | null;
  readonly takeProfit?: number | null;
  readonly tag?: string;
};

/**
 * Stage of an order. `intent`: committed and never sent; `sent`: on its way, outcome unknown; `open`: the exchange has
 * shown it; `ended`.
 */
type LiveStage = "intent" | "sent" | "open" | "ended";

/** The part of an order that only a live session has. A type alias, so that a store accepts it as plain JSON. */
export type LiveOrder = {
  readonly stage: LiveStage;
  readonly asked: AskedOrder;
  /** The request as it is sent, the same at each repeat; null until it is sent for the first time. */
  readonly request: OrderRequest | null;
  /** Id by the exchange; null until it is known. */
  readonly orderId: string | null;
  /** Number of candles worked off when it was to be cancelled; null before. */
  readonly leftBefore: number | null;
  /** Quantity filled, a decimal as text. */
  readonly filled: string;
  /** Sum of quantity times price of the fills, a decimal as text. */
  readonly value: string;
  /** Fees of the fills, a decimal as text. */
  readonly fee: string;
  /** Number of times that it was sent. */
  readonly sendings: number;
  /** Time of the commit of the intent, milliseconds UTC. */
  readonly createdAt: number;
  /** Time of the last sending, milliseconds UTC; 0 before. */
  readonly sentAt: number;
  /** Number of candles worked off when it ended; null before. */
  readonly endedBefore: number | null;
  /** Reason of the exit that it makes, of an order that keeps a stop or a target; absent for orders of the strategy. */
  readonly protects?: ExitReason;
};

/** An order with the part that only a live session has. */
export interface HeldOrder {
  readonly order: SessionOrder;
  readonly live: LiveOrder;
}

/** A fresh intent. */
export function intentOf(asked: AskedOrder, createdAt: number, protects?: ExitReason): LiveOrder {
  return {
    stage: "intent",
    asked,
    request: null,
    orderId: null,
    leftBefore: null,
    filled: "0",
    value: "0",
    fee: "0",
    sendings: 0,
    createdAt,
    sentAt: 0,
    endedBefore: null,
    ...(protects !== undefined && { protects }),
  };
}
