/** Orders that a live session can keep, and the refusal of those that it cannot. */

import type { OrderRequest } from "@bourse/backtest-engine/simulation";
import { checkTraderOrder, type SaidSignal } from "@bourse/backtest-engine/stepper";

import { SessionError } from "../errors.ts";
import type { AskedOrder } from "./live-order.ts";

/**
 * An order of a strategy as plain JSON.
 *
 * @throws EngineError OPTIONS_INVALID; SessionError BROKER_UNSUPPORTED naming what is not built
 */
export function askedOf(request: OrderRequest): AskedOrder {
  checkTraderOrder(request);
  const { side, type = "market", price, stopPrice, size, reduceOnly } = request;
  const { group, tag, validCandles, stopLoss, takeProfit } = request;
  if (typeof stopLoss === "number") throw unsupportedFeature("stopLoss of an order");
  if (typeof takeProfit === "number") throw unsupportedFeature("takeProfit of an order");
  if (typeof size === "object" && "risk" in size) throw unsupportedFeature("sizes by risk");
  return {
    side,
    type,
    ...(price !== undefined && { price }),
    ...(stopPrice !== undefined && { stopPrice }),
    ...(size !== undefined && { size: typeof size === "number" ? size : { ...size } }),
    ...(reduceOnly === true && { reduceOnly }),
    ...(validCandles !== undefined && { validCandles }),
    ...(group !== undefined && { group }),
    ...(tag !== undefined && { tag }),
  };
}

/** @throws SessionError BROKER_UNSUPPORTED for terms of a signal that a live session cannot keep */
export function checkSaid({ stopLoss, takeProfit, ...said }: SaidSignal): void {
  const own = said.ownStopLoss ?? said.ownTakeProfit ?? null;
  if (stopLoss === undefined && takeProfit === undefined && own === null) return;
  throw unsupportedFeature("stops and targets of signals");
}

/** The refusal of what live sessions have not. */
export function unsupportedFeature(feature: string): SessionError<"BROKER_UNSUPPORTED"> {
  return new SessionError(
    "BROKER_UNSUPPORTED",
    `Live sessions do not have ${feature}. Trade the strategy on paper, or without it.`,
    { details: { broker: "live", feature } },
  );
}
