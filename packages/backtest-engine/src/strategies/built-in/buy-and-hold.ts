import { Signal, type Strategy } from "../../strategy/strategy.ts";
import { defineStrategy } from "../define-strategy.ts";

/**
 * Buys at the first open it may, which is that of the second candle, and holds to the end; it has no stop.
 *
 * Its signal stands at every candle, so that it also buys at the first candle of a run whose earlier ones only train,
 * and again after an exit that an option of the run brings. With the rule `repeatedEntry: "reopen"` it therefore sells
 * and buys at every candle. Confidence: 1.
 */
export const buyAndHold: Strategy = /* @__PURE__ */ defineStrategy({
  name: "buy_and_hold",
  version: "1.0.0",
  description: "Buys at the first open and holds to the end.",
  signalType: "passive",
  direction: "long",
  lookBack: 0,
  parameters: {},
  decide: ({ length }) => ({ signals: new Uint8Array(length).fill(Signal.enterLong), warmUp: 0 }),
});
