// Typed-array reads below are within 0..length-1, so `!` only satisfies the type checker.

import type { Candles } from "../candles/candles.ts";
import { sliceCandles } from "../candles/slice-candles.ts";
import { EngineError } from "../errors.ts";
import type { Parameters } from "./parameters.ts";
import { resolveParameters } from "./resolve-parameters.ts";
import { runStrategy } from "./run-strategy.ts";
import type { Strategy } from "./strategy.ts";

/** A decision that changed when later candles were removed. */
export interface LookAheadFault {
  /** Number of candles that the strategy received. */
  readonly candles: number;
  /** Index of the candle whose decision changed. */
  readonly index: number;
  /** Open time of that candle, milliseconds UTC. */
  readonly time: number;
  /** Bits of `Signal` decided with all candles. */
  readonly withFuture: number;
  /** Bits of `Signal` decided without the later candles. */
  readonly withoutFuture: number;
}

/** Result of a look-ahead audit. */
export interface LookAheadAudit {
  /** True if no decision changed. */
  readonly isClean: boolean;
  /** Number of shortened series that were tried. */
  readonly runs: number;
  /** First changed decision of each series, at most 20. */
  readonly faults: readonly LookAheadFault[];
}

/**
 * Checks that a strategy decides from the past alone: it runs again on shortened series, and every decision before
 * the cut must stay the same.
 *
 * `options.runs` is the number of shortened series, 1–10,000, default 32, spread evenly over the candles after the
 * warm-up, with the last three cuts among them. Each costs one run. The audit also finds strategies that keep state
 * between runs.
 *
 * @throws EngineError PARAMETERS_INVALID, OPTIONS_INVALID; errors that the strategy throws pass through
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
