// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

import type { Candles } from "../candles/candles.ts";
import { sliceCandles } from "../candles/slice-candles.ts";
import { EngineError } from "../errors.ts";
import type { Parameters } from "./parameters.ts";
import { resolveParameters } from "./resolve-parameters.ts";
import { runStrategy } from "./run-strategy.ts";
import type { Strategy } from "./strategy.ts";

/** A decision that changed when later candles were taken away. */
export interface LookAheadFault {
  /** How many candles the strategy was shown. */
  readonly candles: number;
  /** Index of the candle whose decision changed. */
  readonly index: number;
  /** Its open time, milliseconds UTC. */
  readonly time: number;
  /** Bits of `Signal` decided with all candles. */
  readonly withFuture: number;
  /** Bits of `Signal` decided without the later ones. */
  readonly withoutFuture: number;
}

export interface LookAheadAudit {
  /** Whether no decision changed. */
  readonly isClean: boolean;
  /** How many shortened series were tried. */
  readonly runs: number;
  /** The first changed decision of each series, at most 20. */
  readonly faults: readonly LookAheadFault[];
}

/**
 * Whether a strategy decides from the past alone: it is run again on shortened series, and what it decided before
 * the cut must stay the same.
 *
 * `runs` shortened series, spread evenly over the candles behind the warm-up with the last three cuts among them;
 * 1–10,000, default 32. Each costs one run. A strategy that keeps state between runs is found out too.
 *
 * @throws EngineError PARAMETERS_INVALID, OPTIONS_INVALID, and whatever the strategy throws
 */
export function auditLookAhead<P extends Parameters>(
  strategy: Strategy<P>,
  parameters: unknown,
  candles: Candles,
  options: { readonly runs?: number } = {},
): LookAheadAudit {
  const resolved = resolveParameters(strategy, parameters);
  const whole = runStrategy(strategy, resolved, candles);
  const faults: LookAheadFault[] = [];
  const cuts = cutsOf(Math.min(whole.warmUp, candles.length), candles.length, options.runs ?? 32);
  for (const cut of cuts) {
    const part = runStrategy(strategy, resolved, sliceCandles(candles, 0, cut));
    const index = firstDifference(whole.signals, part.signals);
    if (index < 0 || faults.length === 20) continue;
    faults.push({
      candles: cut,
      index,
      time: candles.time[index]!,
      withFuture: whole.signals[index]!,
      withoutFuture: part.signals[index]!,
    });
  }
  return { isClean: faults.length === 0, runs: cuts.length, faults };
}

/** Lengths of the shortened series, ascending; the last is the whole series, which must repeat itself. */
function cutsOf(warmUp: number, length: number, runs: number): readonly number[] {
  if (!Number.isInteger(runs) || runs < 1 || runs > 10_000) {
    throw new EngineError(
      "OPTIONS_INVALID",
      `auditLookAhead: expected runs to be a whole number from 1 to 10000, found ${String(runs)}.`,
    );
  }
  const cuts = new Set<number>();
  for (let back = 0; back < Math.min(3, runs); back++) cuts.add(length - back);
  const spread = runs - cuts.size;
  for (let i = 1; i <= spread; i++) {
    cuts.add(warmUp + Math.round(((length - warmUp) * i) / (spread + 1)));
  }
  return [...cuts].filter((cut) => cut > 0).toSorted((a, b) => a - b);
}

function firstDifference(whole: Uint8Array, part: Uint8Array): number {
  for (let i = 0; i < part.length; i++) if (whole[i]! !== part[i]!) return i;
  return -1;
}
