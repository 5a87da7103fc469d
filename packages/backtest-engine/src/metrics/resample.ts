// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

/** What else might have come of the same returns: Monte-Carlo by drawing them again. */

import { integerOption, resolveOptions, seededRandom, type OptionRules } from "@bourse/kernel";

import { maxDrawdown } from "./drawdown.ts";
import { totalReturn } from "./returns.ts";

export interface ResampleOptions {
  /** How many series are drawn. 1–100,000, default 1000. */
  readonly runs?: number;
  /**
   * Returns drawn together, in their order, so that what hangs together stays so: 1 (default) for trades, some tens for
   * candles. At least 1; no more than there are returns is used.
   */
  readonly blockLength?: number;
  /** The same seed draws the same series. A whole number of at least 0, default 1. */
  readonly seed?: number;
}

/** The 5th, 50th and 95th of a hundred. */
export interface Percentiles {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

/** Of the drawn series, each compounded. */
export interface Resampled {
  readonly totalReturn: Percentiles;
  /** As a positive fraction. */
  readonly maxDrawdown: Percentiles;
  /** Share of the series that lost, 0–1. */
  readonly lossProbability: number;
}

const RULES: OptionRules<Required<ResampleOptions>> = {
  runs: integerOption({ min: 1, max: 100_000, default: 1000 }),
  blockLength: integerOption({ min: 1, default: 1 }),
  seed: integerOption({ min: 0, default: 1 }),
};

/**
 * Draws series as long as `returns` (of trades or of candles) with replacement and says how they spread; null without
 * a return. O(runs × returns).
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
