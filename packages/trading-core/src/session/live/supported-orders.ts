/** Orders of a strategy as a live session keeps them, and the refusal of what live sessions have not. */

import type { OrderRequest } from "@bourse/backtest-engine/simulation";
import { checkTraderOrder } from "@bourse/backtest-engine/stepper";

import { SessionError } from "../errors.ts";
import type { AskedOrder } from "./live-order.ts";

/** An order of a strategy as plain JSON. @throws EngineError OPTIONS_INVALID */
export function askedOf(request: OrderRequest): AskedOrder {
  checkTraderOrder(request);
  const { side, type = "market", price, stopPrice, size, reduceOnly } = request;
  const { group, tag, validCandles, stopLoss, takeProfit } = request;
  return {
    side,
    type,
    ...(price !== undefined && { price }),
    ...(stopPrice !== undefined && { stopPrice }),
    ...(size !== undefined && { size: typeof size === "number" ? size : { ...size } }),
    ...(reduceOnly === true && { reduceOnly }),
    ...(validCandles !== undefined && { validCandles }),
    ...(group !== undefined && { group }),
    ...(stopLoss !== undefined && { stopLoss }),
    ...(takeProfit !== undefined && { takeProfit }),
    ...(tag !== undefined && { tag }),
  };
}

/** The refusal of what live sessions have not. */
export function unsupportedFeature(feature: string): SessionError<"BROKER_UNSUPPORTED"> {
  return new SessionError(
    "BROKER_UNSUPPORTED",
    `Live sessions do not have ${feature}. Trade the strategy on paper, or without it.`,
    { details: { broker: "live", feature } },
  );
}
