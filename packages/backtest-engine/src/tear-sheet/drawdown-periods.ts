// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/** Drawdowns of compounded returns: as a series, as periods, and the figures that rest upon them. */

import { maxDrawdown } from "../metrics/drawdown.ts";
import { momentsOf, totalReturn } from "../metrics/returns.ts";
import { requireColumns, requireNumbers } from "../require-arguments.ts";
import { meanOf, quantileOf, quotient, sumOf } from "./sample.ts";
import { expectedShortfall } from "./value-at-risk.ts";

/** One time below a peak, from the first period below it to the last. */
export interface DrawdownPeriod {
  /** Index of the peak; −1 where it is the value before the first return. */
  readonly peakIndex: number;
  /** Index of the first period below the peak. */
  readonly startIndex: number;
  /** Index of the period in which the value was lowest. */
  readonly valleyIndex: number;
  /** Index of the last period below the peak. */
  readonly endIndex: number;
  /** True if the peak was reached again, in the period after `endIndex`. */
  readonly isRecovered: boolean;
  /** Largest drawdown of the period, a positive fraction of the peak, 0–1. */
  readonly depth: number;
  /**
   * Largest drawdown of the period without those at or above their own 99th percentile, so that one extreme value does
   * not speak for all; null where none remains.
   */
  readonly depthWithoutOutliers: number | null;
}

/** Wealth of compounded returns less 1, after each period; a period without a return leaves it as it is. */
export function cumulativeReturns(returns: Float64Array): Float64Array {
  requireColumns({ returns });
  let value = 1;
  return returns.map((change) => {
    if (!Number.isNaN(change)) value *= 1 + change;
    return value - 1;
  });
}

/** Drawdown after each period as a fraction of the highest value before: 0 at a peak, −0.1 when 10 % below it. */
export function drawdownSeries(returns: Float64Array): Float64Array {
  requireColumns({ returns });
  let value = 1;
  let peak = 1;
  return returns.map((change) => {
    if (!Number.isNaN(change)) value *= 1 + change;
    if (value > peak) peak = value;
    return value < peak ? value / peak - 1 : 0;
  });
}

/** Every drawdown in the order of time. O(n log n) at worst. */
export function drawdownPeriods(returns: Float64Array): DrawdownPeriod[] {
  const drawdowns = drawdownSeries(returns);
  const periods: DrawdownPeriod[] = [];
  let start = -1;
  for (let i = 0; i <= drawdowns.length; i++) {
    const isBelow = i < drawdowns.length && drawdowns[i]! < 0;
    if (isBelow && start < 0) start = i;
    if (isBelow || start < 0) continue;
    periods.push(periodOf(drawdowns, start, i - 1));
    start = -1;
  }
  return periods;
}

function periodOf(drawdowns: Float64Array, startIndex: number, endIndex: number): DrawdownPeriod {
  let valleyIndex = startIndex;
  for (let i = startIndex + 1; i <= endIndex; i++) {
    if (drawdowns[i]! < drawdowns[valleyIndex]!) valleyIndex = i;
  }
  const depths = drawdowns.slice(startIndex, endIndex + 1).map((value) => -value);
  const limit = quantileOf(depths, 0.99)!;
  const kept = depths.filter((value) => value < limit);
  return {
    peakIndex: startIndex - 1,
    startIndex,
    valleyIndex,
    endIndex,
    isRecovered: endIndex < drawdowns.length - 1,
    depth: -drawdowns[valleyIndex]!,
    depthWithoutOutliers: kept.length === 0 ? null : kept.reduce((a, b) => Math.max(a, b)),
  };
}

/** Mean of the `depth` of all drawdowns; null without one. */
export function averageDrawdown(returns: Float64Array): number | null {
  return meanOf(Float64Array.from(drawdownPeriods(returns), ({ depth }) => depth));
}

/**
 * Ulcer index (Martin, 1987): √(sum of the squared drawdowns / (n − 1)), as a fraction, as in quantstats. Null below
 * two returns.
 */
export function ulcerIndex(returns: Float64Array): number | null {
  requireColumns({ returns });
  if (returns.length < 2) return null;
  const squares = drawdownSeries(returns).reduce((sum, value) => sum + value * value, 0);
  return Math.sqrt(squares / (returns.length - 1));
}

/**
 * Ulcer performance index (Martin ratio) of the whole time: (total return − `riskFree`) / {@link ulcerIndex}.
 * `riskFree` is the rate over the whole time, default 0. Null without a drawdown.
 */
export function ulcerPerformanceIndex(returns: Float64Array, riskFree = 0): number | null {
  requireNumbers({ riskFree });
  return quotient(totalReturn(returns) - riskFree, ulcerIndex(returns));
}

/**
 * Serenity index (KeyQuant): (sum of the returns − `riskFree`) / (ulcer index × pitfall), the pitfall being the
 * expected shortfall of the drawdowns / the deviation of the returns. Null without a drawdown.
 */
export function serenityIndex(returns: Float64Array, riskFree = 0): number | null {
  requireNumbers({ riskFree });
  const shortfall = expectedShortfall(drawdownSeries(returns));
  const pitfall = quotient(shortfall === null ? null : -shortfall, momentsOf(returns).deviation);
  const ulcer = ulcerIndex(returns);
  if (pitfall === null || ulcer === null) return null;
  return quotient(sumOf(returns) - riskFree, ulcer * pitfall);
}

/**
 * Recovery factor as in quantstats: |sum of the returns| / largest drawdown. It has no sign: look at the total return
 * for that. Null without a drawdown.
 */
export function recoveryFactor(returns: Float64Array): number | null {
  return quotient(Math.abs(sumOf(returns)), maxDrawdown(returns));
}
