import type { Strategy } from "../../strategy/strategy.ts";
import { defineStrategy } from "../define-strategy.ts";
import { buyAndHold } from "./buy-and-hold.ts";

/**
 * Holds every symbol of a portfolio at its weight, and restores the weights at the end of each month, unless
 * `rebalance` or `rebalanceEvery` of the portfolio say otherwise. On one symbol it is {@link buyAndHold}.
 * Confidence: 1.
 */
export const constantWeights: Strategy = /* @__PURE__ */ defineStrategy({
  name: "constant_weights",
  version: "1.0.0",
  description:
    "Holds every symbol of a portfolio at its weight, restored at the end of each month unless the run says otherwise.",
  signalType: "passive",
  direction: "long",
  lookBack: 0,
  parameters: {},
  rebalance: "month_end",
  decide: (candles, parameters, context) => buyAndHold.decide(candles, parameters, context),
});
