// Typed-array reads below are within 0..length-1, so `!` only satisfies the type checker.

import { ema, slidingMean, standardDeviation, wma } from "@bourse/indicators";

import type { Candles } from "../../candles/candles.ts";
import { Signal, type Strategy, type StrategyContext } from "../../strategy/strategy.ts";
import { defineStrategy } from "../define-strategy.ts";

/** Parameters of {@link maCrossover}. */
export type MaCrossoverParameters = {
  /** Candles in the fast average, fewer than in the slow one. 2–100; default 10. */
  readonly fast_period: number;
  /** Candles in the slow average. 5–200; default 20. */
  readonly slow_period: number;
  /** Kind of the averages: simple (default), exponential or linearly weighted. */
  readonly ma_type: "sma" | "ema" | "wma";
};

/** Signals of a crossing upwards and of one downwards. */
const CROSSED = {
  up: Signal.enterLong | Signal.exitShort,
  down: Signal.exitLong | Signal.enterShort,
} as const;

/** The simple average in the references' arithmetic: a tie of two averages is no crossing, and decides trades. */
const AVERAGES = { sma: slidingMean, ema, wma } as const;

/**
 * Follows the trend: long when the fast average of the closes crosses above the slow one, out (or short) when it
 * crosses below. Short only in a run that allows it.
 *
 * A crossing is strict on both sides: below on the candle before and above on this one; an exact tie is none.
 * Confidence: distance of the averages over the population deviation of the last `slow_period` closes, at most 1.
 */
export const maCrossover: Strategy<MaCrossoverParameters> = /* @__PURE__ */ defineStrategy({
  name: "ma_crossover",
  version: "1.0.0",
  description:
    "Long when the fast moving average crosses above the slow one, out or short when it crosses below.",
  signalType: "trend",
  direction: "long",
  // Of the exponential averages less than one part in 10⁹ is left after so many candles.
  lookBack: ({ slow_period }) => 11 * slow_period,
  parameters: {
    fast_period: {
      type: "integer",
      default: 10,
      minimum: 2,
      maximum: 100,
      description: "Candles in the fast average; fewer than in the slow one.",
    },
    slow_period: {
      type: "integer",
      default: 20,
      minimum: 5,
      maximum: 200,
      description: "Candles in the slow average.",
    },
    ma_type: {
      type: "string",
      default: "sma",
      choices: ["sma", "ema", "wma"],
      description: "Simple, exponential (seeded with the simple one) or linearly weighted average.",
    },
  },
  check({ fast_period, slow_period }) {
    if (fast_period < slow_period) return undefined;
    const message = `must be below slow_period, found ${fast_period} and ${slow_period}`;
    return { path: "fast_period", message };
  },
  decide(candles, parameters, context) {
    const { fast, slow } = averages(candles, parameters, context);
    return { signals: crossingSignals(fast, slow), warmUp: parameters.slow_period };
  },
  confidence(candles, parameters, context) {
    const { fast, slow } = averages(candles, parameters, context);
    const last = candles.length - 1;
    const { slow_period } = parameters;
    const recent = candles.close.subarray(candles.length - slow_period);
    const deviation = standardDeviation(recent, slow_period).at(-1)!;
    return deviation > 0 ? Math.min(1, Math.abs(fast[last]! - slow[last]!) / deviation) : 0;
  },
});

/** The same as looking at `crossings`, writing only where one is: sweeps spend their time here. */
function crossingSignals(fast: Float64Array, slow: Float64Array): Uint8Array {
  const signals = new Uint8Array(fast.length);
  let before = 0;
  for (let i = 0; i < signals.length; i++) {
    const distance = fast[i]! - slow[i]!;
    if (distance > 0) {
      if (before < 0) signals[i] = CROSSED.up;
      i = stillAbove(fast, slow, i);
    } else if (distance < 0) {
      if (before > 0) signals[i] = CROSSED.down;
      i = stillAbove(slow, fast, i);
    }
    before = distance; // 0 or NaN: whatever comes next crosses nothing
  }
  return signals;
}

/** Index of the last candle after `from` that is known, four candles at a time, to have `one` above `other`. */
function stillAbove(one: Float64Array, other: Float64Array, from: number): number {
  const end = one.length - 4;
  let i = from;
  while (
    i < end &&
    one[i + 1]! > other[i + 1]! &&
    one[i + 2]! > other[i + 2]! &&
    one[i + 3]! > other[i + 3]! &&
    one[i + 4]! > other[i + 4]!
  ) {
    i += 4;
  }
  return i;
}

function averages(
  candles: Candles,
  { fast_period, slow_period, ma_type }: MaCrossoverParameters,
  { indicators }: StrategyContext,
): { readonly fast: Float64Array; readonly slow: Float64Array } {
  const averageOf = (period: number): Float64Array =>
    indicators.get(ma_type, period, () => AVERAGES[ma_type](candles.close, period));
  return { fast: averageOf(fast_period), slow: averageOf(slow_period) };
}
