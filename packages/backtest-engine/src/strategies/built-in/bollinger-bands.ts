// Typed-array reads below are within 0..length-1, so `!` only satisfies the type checker.

import { bollinger, type BollingerBands } from "@bourse/indicators";

import type { Candles } from "../../candles/candles.ts";
import { Signal, type Strategy, type StrategyContext } from "../../strategy/strategy.ts";
import { defineStrategy } from "../define-strategy.ts";

/** Parameters of {@link bollingerBands}. */
export type BollingerParameters = {
  /** Candles in the mean and the deviation. 5–100; default 20. */
  readonly period: number;
  /** Distance of the bands from the mean in population deviations. 1–3; default 2. */
  readonly std_dev: number;
  /** Entry back into the bands (`reversion`, default) or out of them (`breakout`). */
  readonly mode: "reversion" | "breakout";
};

/**
 * Trades Bollinger bands of the closes (population deviation).
 *
 * `reversion`: long when the close comes back above the lower band after a close below it; exit at the middle band.
 * `breakout`: long when the close breaks above the upper band after a close on or below it; exit when it falls below
 * the middle band. Short, in a run that allows it, mirrors these rules. A close that comes back past the middle band
 * at once is an exit, not an entry.
 *
 * Confidence: in `reversion` the distance still ahead to the middle band, in `breakout` the distance travelled from
 * it, each as a fraction of half the width of the bands, 0–1.
 */
export const bollingerBands: Strategy<BollingerParameters> = /* @__PURE__ */ defineStrategy({
  name: "bollinger_bands",
  version: "1.0.0",
  description:
    "Long when the close comes back above the lower band, out at the middle band; or breakouts of the bands.",
  signalType: "mean_reversion",
  direction: "long",
  lookBack: ({ period }) => period,
  parameters: {
    period: {
      type: "integer",
      default: 20,
      minimum: 5,
      maximum: 100,
      description: "Candles in the mean and the deviation.",
    },
    std_dev: {
      type: "number",
      default: 2,
      minimum: 1,
      maximum: 3,
      description: "Distance of the bands from the mean in population deviations.",
    },
    mode: {
      type: "string",
      default: "reversion",
      choices: ["reversion", "breakout"],
      description: "Back into the bands towards the mean, or out of them with the move.",
    },
  },
  decide(candles, parameters, context) {
    const { period, mode } = parameters;
    const bands = bandsOf(candles, parameters, context);
    const signals = new Uint8Array(candles.length);
    if (mode === "reversion") markReversions(signals, period, candles.close, bands);
    else markBreakouts(signals, period, candles.close, bands);
    return { signals, warmUp: period };
  },
  confidence(candles, parameters, context, direction) {
    const { middle, upper } = bandsOf(candles, parameters, context);
    const last = candles.length - 1;
    const halfWidth = upper[last]! - middle[last]!;
    const above = candles.close[last]! - middle[last]!;
    const isUp = (direction === "long") === (parameters.mode === "breakout");
    const way = isUp ? above : -above;
    return halfWidth > 0 ? Math.min(1, Math.max(0, way / halfWidth)) : 0;
  },
});

function markReversions(
  signals: Uint8Array,
  from: number,
  close: Float64Array,
  { middle, upper, lower }: BollingerBands,
): void {
  for (let i = from; i < signals.length; i++) {
    const before = close[i - 1]!;
    const now = close[i]!;
    const mean = middle[i]!;
    let signal: number = Signal.none;
    if (now >= mean) signal |= Signal.exitLong;
    else if (before < lower[i - 1]! && now > lower[i]!) signal |= Signal.enterLong;
    if (now <= mean) signal |= Signal.exitShort;
    else if (before > upper[i - 1]! && now < upper[i]!) signal |= Signal.enterShort;
    signals[i] = signal;
  }
}

function markBreakouts(
  signals: Uint8Array,
  from: number,
  close: Float64Array,
  { middle, upper, lower }: BollingerBands,
): void {
  for (let i = from; i < signals.length; i++) {
    const before = close[i - 1]!;
    const now = close[i]!;
    const mean = middle[i]!;
    let signal: number = Signal.none;
    if (now < mean) signal |= Signal.exitLong;
    else if (before <= upper[i - 1]! && now > upper[i]!) signal |= Signal.enterLong;
    if (now > mean) signal |= Signal.exitShort;
    else if (before >= lower[i - 1]! && now < lower[i]!) signal |= Signal.enterShort;
    signals[i] = signal;
  }
}

function bandsOf(
  candles: Candles,
  { period, std_dev }: BollingerParameters,
  { indicators }: StrategyContext,
): BollingerBands {
  let bands: BollingerBands | undefined;
  const computed = (): BollingerBands => (bands ??= bollinger(candles.close, period, std_dev));
  return {
    middle: indicators.get(`bollinger_middle:${std_dev}`, period, () => computed().middle),
    upper: indicators.get(`bollinger_upper:${std_dev}`, period, () => computed().upper),
    lower: indicators.get(`bollinger_lower:${std_dev}`, period, () => computed().lower),
  };
}
