// Typed-array reads below are within 0..length-1, so `!` only satisfies the type checker.

import { rsi } from "@bourse/indicators";

import type { Candles } from "../../candles/candles.ts";
import { Signal, type Strategy, type StrategyContext } from "../../strategy/strategy.ts";
import { defineStrategy } from "../define-strategy.ts";

/** Parameters of {@link rsiStrategy}. */
export type RsiParameters = {
  /** Candles of Wilder's smoothing. 2–50; default 14. */
  readonly period: number;
  /** Level of the index whose crossing from below enters long, and at which a short exits. 10–40; default 30. */
  readonly oversold: number;
  /** Level of the index at which a long exits, and whose crossing from above enters short. 60–90; default 70. */
  readonly overbought: number;
};

/**
 * Buys the recovery from a fall: long when the relative strength index (Wilder's smoothing) crosses up through
 * `oversold`, exit when it reaches `overbought`. Short, in a run that allows it, mirrors this: entry when the index
 * crosses down through `overbought`, exit when it reaches `oversold`.
 *
 * Crossing up through a level means at or below it on the candle before and above it on this one. An index that jumps
 * over both levels at once is an exit, not an entry.
 *
 * Confidence: the fraction of the distance between the two levels that is still ahead, 0–1.
 */
export const rsiStrategy: Strategy<RsiParameters> = /* @__PURE__ */ defineStrategy({
  name: "rsi",
  version: "1.0.0",
  description:
    "Long when the RSI crosses up through the oversold level, out when it reaches the overbought level.",
  signalType: "mean_reversion",
  direction: "long",
  // Of Wilder's smoothing less than one part in 10⁹ is left after so many candles.
  lookBack: ({ period }) => 21 * period,
  parameters: {
    period: {
      type: "integer",
      default: 14,
      minimum: 2,
      maximum: 50,
      description: "Candles of Wilder's smoothing.",
    },
    oversold: {
      type: "number",
      default: 30,
      minimum: 10,
      maximum: 40,
      description: "Level whose crossing from below enters long and whose reaching ends a short.",
    },
    overbought: {
      type: "number",
      default: 70,
      minimum: 60,
      maximum: 90,
      description: "Level whose reaching ends a long and whose crossing from above enters short.",
    },
  },
  decide(candles, parameters, context) {
    const { period, oversold, overbought } = parameters;
    const index = strength(candles, parameters, context);
    const signals = new Uint8Array(candles.length);
    for (let i = period + 1; i < signals.length; i++) {
      const before = index[i - 1]!;
      const now = index[i]!;
      if (now >= overbought) signals[i] = Signal.exitLong;
      else if (now <= oversold) signals[i] = Signal.exitShort;
      else if (before <= oversold) signals[i] = Signal.enterLong;
      else if (before >= overbought) signals[i] = Signal.enterShort;
    }
    return { signals, warmUp: period + 1 };
  },
  confidence(candles, parameters, context, direction) {
    const { oversold, overbought } = parameters;
    const now = strength(candles, parameters, context)[candles.length - 1]!;
    const ahead = direction === "long" ? overbought - now : now - oversold;
    return Math.min(1, Math.max(0, ahead / (overbought - oversold)));
  },
});

function strength(
  candles: Candles,
  { period }: RsiParameters,
  { indicators }: StrategyContext,
): Float64Array {
  return indicators.get("rsi", period, () => rsi(candles.close, period));
}
