// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

/** What else might have come of the same returns: Monte-Carlo by drawing them again. */

import { integerOption, resolveOptions, seededRandom, type OptionRules } from "@bourse/kernel";

import { maxDrawdown } from "./drawdown.ts";
import { totalReturn } from "./returns.ts";

/** Options of resampling. */
export interface ResampleOptions {
  /** Number of series to draw. 1–100,000; default 1000. */
  readonly runs?: number;
  /**
   * Number of consecutive returns drawn together, which preserves their correlation: 1 (default) for trades, some
   * tens for candles. At least 1; limited to the number of returns.
   */
  readonly blockLength?: number;
  /** Seed of the random numbers; the same seed draws the same series. A whole number of at least 0; default 1. */
  readonly seed?: number;
}

/** Percentiles of a figure over the drawn series. */
export interface Percentiles {
  /** 5th percentile. */
  readonly low: number;
  /** 50th percentile, the median. */
  readonly middle: number;
  /** 95th percentile. */
  readonly high: number;
}

/** Result of resampling: each drawn series compounded. */
export interface Resampled {
  /** Total return, as a plain fraction. */
  readonly totalReturn: Percentiles;
  /** Largest drawdown as a positive fraction of the peak, 0–1. */
  readonly maxDrawdown: Percentiles;
  /** Fraction of the series that lost, 0–1. */
  readonly lossProbability: number;
}

const RULES: OptionRules<Required<ResampleOptions>> = {
  runs: integerOption({ min: 1, max: 100_000, default: 1000 }),
  blockLength: integerOption({ min: 1, default: 1 }),
  seed: integerOption({ min: 0, default: 1 }),
};

/**
 * Draws series as long as `returns` (of trades or of candles) with replacement and returns the distribution of their
 * figures; null without a return. O(runs × returns).
 *
 * @throws KernelError OPTION_INVALID
 */
export function resampleReturns(
  returns: Float64Array,
  options: ResampleOptions = {},
): Resampled | null {
  const { runs, blockLength, seed } = resolveOptions("resampleReturns", options, RULES);
  if (returns.length === 0) return null;
  const random = seededRandom(seed);
  const block = Math.min(blockLength, returns.length);
  const drawn = new Float64Array(returns.length);
  const totals = new Float64Array(runs);
  const depths = new Float64Array(runs);
  for (let run = 0; run < runs; run++) {
    for (let end = 0; end < drawn.length; end += block) {
      const from = random.below(returns.length - block + 1);
      const length = Math.min(block, drawn.length - end);
      for (let k = 0; k < length; k++) drawn[end + k] = returns[from + k]!;
    }
    totals[run] = totalReturn(drawn);
    depths[run] = maxDrawdown(drawn);
  }
  return {
    totalReturn: percentilesOf(totals),
    maxDrawdown: percentilesOf(depths),
    lossProbability: totals.filter((total) => total < 0).length / runs,
  };
}

function percentilesOf(values: Float64Array): Percentiles {
  const sorted = values.toSorted();
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))]!;
  return { low: at(0.05), middle: at(0.5), high: at(0.95) };
}
