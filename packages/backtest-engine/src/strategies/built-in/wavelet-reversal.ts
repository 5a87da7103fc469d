// Typed-array reads below are within 0..length-1, so `!` only satisfies the type checker.

import { WAVELETS, type WaveletName } from "@bourse/indicators/wavelets";

import type { Candles } from "../../candles/candles.ts";
import { Signal, type Strategy, type StrategyContext } from "../../strategy/strategy.ts";
import { defineStrategy } from "../define-strategy.ts";
import { approximationCount, MINIMUM_APPROXIMATION, waveletScores } from "./wavelet-scores.ts";

/** Parameters of {@link waveletReversal}. */
export type WaveletReversalParameters = {
  /** Daubechies wavelet. Default `db1`. */
  readonly wavelet: WaveletName;
  /** Levels of the decomposition. 1–8; default 3. */
  readonly level: number;
  /** Closes that each decision is computed from. 32–512; default 60. */
  readonly window: number;
  /** Least score that enters. 0.01–1; default 0.75. */
  readonly min_signal_threshold: number;
  /** Distance of the target above the entry price as a fraction of it; 0 for none. 0–10; default 0.01. */
  readonly take_profit_pct: number;
  /** Distance of the stop below the entry price as a fraction of it; 0 for none. 0–0.99; default 0.005. */
  readonly stop_loss_pct: number;
};

/**
 * Buys into a fall whose energy lies in the slow waves: long when {@link waveletScores} of the last `window` closes
 * is at least `min_signal_threshold`. The only exits are target and stop.
 *
 * The default target of 1 % exceeds what entry and exit cost at a fee of 0.1 % each. The original's target of 0.2 %
 * cannot earn at that fee, since its two fees take all of it: set `take_profit_pct` to 0.002 for the original's rules.
 *
 * The window must leave at least six approximation values at the coarsest level (the original asked for ten, which
 * its own window of 60 never leaves). A score is either 0 or above 0.75, so a threshold up to 0.75 accepts every
 * score above 0.
 *
 * Confidence: the score of the last window.
 */
export const waveletReversal: Strategy<WaveletReversalParameters> = /* @__PURE__ */ defineStrategy({
  name: "wavelet_reversal",
  version: "1.0.0",
  description:
    "Long when the recent closes fall and most of their wavelet energy lies in the coarsest level; out at target or stop.",
  signalType: "reversal",
  direction: "long",
  lookBack: ({ window }) => window - 1,
  isLookBackExact: true,
  parameters: {
    wavelet: {
      type: "string",
      default: "db1",
      choices: WAVELETS,
      description: "Daubechies wavelet by its vanishing moments.",
    },
    level: {
      type: "integer",
      default: 3,
      minimum: 1,
      maximum: 8,
      description: "Levels of the decomposition.",
    },
    window: {
      type: "integer",
      default: 60,
      minimum: 32,
      maximum: 512,
      description: "Closes that each decision looks at.",
    },
    min_signal_threshold: {
      type: "number",
      default: 0.75,
      minimum: 0.01,
      maximum: 1,
      description: "Least score that enters.",
    },
    take_profit_pct: {
      type: "number",
      default: 0.01,
      minimum: 0,
      maximum: 10,
      description: "Target above the entry price as a fraction of it; 0: none.",
    },
    stop_loss_pct: {
      type: "number",
      default: 0.005,
      minimum: 0,
      maximum: 0.99,
      description: "Stop below the entry price as a fraction of it; 0: none.",
    },
  },
  check(parameters) {
    const found = approximationCount(parameters);
    if (found >= MINIMUM_APPROXIMATION) return undefined;
    const { wavelet, level, window } = parameters;
    const message =
      `${window} with ${wavelet} leaves ${found} approximation values at level ${level}, ` +
      `and at least ${MINIMUM_APPROXIMATION} are needed: take a larger window or a lower level`;
    return { path: "window", message };
  },
  decide(candles, parameters, context) {
    const { window, min_signal_threshold, take_profit_pct, stop_loss_pct } = parameters;
    const scores = scoresOf(candles, parameters, context);
    const signals = new Uint8Array(candles.length);
    for (let i = window - 1; i < signals.length; i++) {
      if (scores[i]! >= min_signal_threshold) signals[i] = Signal.enterLong;
    }
    return {
      signals,
      warmUp: window - 1,
      ...(take_profit_pct > 0 ? { takeProfit: take_profit_pct } : {}),
      ...(stop_loss_pct > 0 ? { stopLoss: stop_loss_pct } : {}),
    };
  },
  confidence(candles, parameters, context) {
    return scoresOf(candles, parameters, context)[candles.length - 1]!;
  },
});

function scoresOf(
  candles: Candles,
  parameters: WaveletReversalParameters,
  { indicators }: StrategyContext,
): Float64Array {
  const { wavelet, level, window } = parameters;
  const compute = (): Float64Array => waveletScores(candles.close, { wavelet, level, window });
  return indicators.get(`wavelet_scores:${wavelet}:${level}`, window, compute);
}
