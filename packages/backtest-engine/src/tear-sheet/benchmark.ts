// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/**
 * Returns beside those of a benchmark. Both series have one value for each period, in the same order; a period in
 * which one of them is NaN is left out. Where they differ in length, the longer one is read as far as the shorter.
 */

import { annualReturn } from "../metrics/annual-growth.ts";
import { finiteOrNull, momentsOf, totalReturn } from "../metrics/returns.ts";
import { isSpread } from "../metrics/spread.ts";
import { requireColumns, requireNumbers } from "../require-arguments.ts";
import { meanOf, quotient } from "./sample.ts";

/** Returns of two series in the same periods. */
export interface PairedReturns {
  /** Returns of the strategy. */
  readonly returns: Float64Array;
  /** Returns of the benchmark in the same periods. */
  readonly benchmark: Float64Array;
}

/** The periods in which both series have a return. */
export function pairedReturns(returns: Float64Array, benchmark: Float64Array): PairedReturns {
  return chosen(returns, benchmark, (mine, other) => !Number.isNaN(mine) && !Number.isNaN(other));
}

/** The periods in which the benchmark rose; one without a return of the strategy stays in as NaN. */
export function upMarket(returns: Float64Array, benchmark: Float64Array): PairedReturns {
  return chosen(returns, benchmark, (_, other) => other > 0);
}

/** The periods in which the benchmark fell; one without a return of the strategy stays in as NaN. */
export function downMarket(returns: Float64Array, benchmark: Float64Array): PairedReturns {
  return chosen(returns, benchmark, (_, other) => other < 0);
}

function chosen(
  returns: Float64Array,
  benchmark: Float64Array,
  includes: (mine: number, other: number) => boolean,
): PairedReturns {
  requireColumns({ returns, benchmark });
  const length = Math.min(returns.length, benchmark.length);
  const ours = new Float64Array(length);
  const theirs = new Float64Array(length);
  let count = 0;
  for (let i = 0; i < length; i++) {
    const mine = returns[i]!;
    const other = benchmark[i]!;
    if (!includes(mine, other)) continue;
    ours[count] = mine;
    theirs[count] = other;
    count++;
  }
  return { returns: ours.subarray(0, count), benchmark: theirs.subarray(0, count) };
}

/**
 * Beta: covariance of both series / variance of the benchmark (Sharpe, 1964). Null below two periods or when the
 * benchmark does not vary.
 */
export function beta(returns: Float64Array, benchmark: Float64Array): number | null {
  const { covariance, benchmarkVariance, count } = comoments(returns, benchmark);
  return count < 2 ? null : quotient(covariance, benchmarkVariance);
}

/**
 * Alpha a year, compounded as in empyrical: (1 + mean of (r − f − β (b − f)))^periods − 1, with r the return, b the
 * benchmark's and f `riskFree`, the rate per period, default 0. Null where {@link beta} is.
 */
export function alpha(
  returns: Float64Array,
  benchmark: Float64Array,
  periodsPerYear: number,
  riskFree = 0,
): number | null {
  requireNumbers({ periodsPerYear, riskFree });
  const slope = beta(returns, benchmark);
  if (slope === null) return null;
  const both = pairedReturns(returns, benchmark);
  const excess = both.returns.map(
    (value, i) => value - riskFree - slope * (both.benchmark[i]! - riskFree),
  );
  const mean = meanOf(excess);
  return mean === null ? null : finiteOrNull((1 + mean) ** periodsPerYear - 1);
}

/**
 * Jensen's alpha a year (Jensen, 1968), not compounded: (mean return − β × mean return of the benchmark) × periods,
 * as quantstats states it. Null where {@link beta} is.
 */
export function jensenAlpha(
  returns: Float64Array,
  benchmark: Float64Array,
  periodsPerYear: number,
): number | null {
  requireNumbers({ periodsPerYear });
  const slope = beta(returns, benchmark);
  const both = pairedReturns(returns, benchmark);
  const mine = meanOf(both.returns);
  const theirs = meanOf(both.benchmark);
  if (slope === null || mine === null || theirs === null) return null;
  return finiteOrNull((mine - slope * theirs) * periodsPerYear);
}

/** Pearson's correlation with the benchmark, −1–1. Null below two periods or when one series does not vary. */
export function correlation(returns: Float64Array, benchmark: Float64Array): number | null {
  const { covariance, variance, benchmarkVariance } = comoments(returns, benchmark);
  return quotient(covariance, Math.sqrt(variance * benchmarkVariance));
}

/**
 * R²: share of the variance that a line through the benchmark's returns explains, 0–1. Null where {@link correlation}
 * is.
 */
export function rSquared(returns: Float64Array, benchmark: Float64Array): number | null {
  const { covariance, variance, benchmarkVariance } = comoments(returns, benchmark);
  return quotient(covariance ** 2, variance * benchmarkVariance);
}

/**
 * Information ratio per period (Goodwin, 1998): mean of the excess returns over the benchmark / their sample standard
 * deviation. Multiply by √periods per year for an annual one. Null when the excess does not vary.
 */
export function informationRatio(returns: Float64Array, benchmark: Float64Array): number | null {
  const { mean, deviation } = momentsOf(excessReturns(returns, benchmark));
  return mean !== null && deviation !== null && isSpread(deviation, mean)
    ? quotient(mean, deviation)
    : null;
}

/**
 * Tracking error a year: sample standard deviation of the excess returns over the benchmark × √periods. Null below two
 * periods.
 */
export function trackingError(
  returns: Float64Array,
  benchmark: Float64Array,
  periodsPerYear: number,
): number | null {
  requireNumbers({ periodsPerYear });
  const { deviation } = momentsOf(excessReturns(returns, benchmark));
  return deviation === null ? null : finiteOrNull(deviation * Math.sqrt(periodsPerYear));
}

/**
 * Treynor ratio (Treynor, 1965), of the whole time as in quantstats: (total return − `riskFree`) / β. `riskFree` is
 * the rate over the whole time, default 0. Null without a beta, or with one of 0.
 */
export function treynorRatio(
  returns: Float64Array,
  benchmark: Float64Array,
  riskFree = 0,
): number | null {
  requireNumbers({ riskFree });
  return quotient(totalReturn(returns) - riskFree, beta(returns, benchmark));
}

/**
 * Capture ratio: annual return / annual return of the benchmark. With {@link upMarket} and {@link downMarket} it is the
 * up capture and the down capture (Morningstar). Null when the benchmark's annual return is 0 or undefined.
 */
export function captureRatio(
  returns: Float64Array,
  benchmark: Float64Array,
  periodsPerYear: number,
): number | null {
  requireNumbers({ periodsPerYear });
  return quotient(annualReturn(returns, periodsPerYear), annualReturn(benchmark, periodsPerYear));
}

/**
 * Beta fragility by the heuristic of Taleb and others (2012): the mean return in the benchmark's worst and best period,
 * weighted by their distance from its middle one, less the return in the middle one. Negative is fragile. Null below
 * three periods.
 */
export function betaFragility(returns: Float64Array, benchmark: Float64Array): number | null {
  const both = pairedReturns(returns, benchmark);
  const count = both.returns.length;
  if (count < 3) return null;
  const order = Uint32Array.from(both.returns, (_, i) => i).sort(
    (a, b) => both.benchmark[a]! - both.benchmark[b]! || a - b,
  );
  const half = count / 2;
  // Halves round to the even neighbour, as in numpy.
  const middle = half % 1 === 0 ? half : Math.floor(half) + (Math.floor(half) % 2);
  const [low, centre, high] = [order[0]!, order[middle]!, order[count - 1]!];
  const span = both.benchmark[high]! - both.benchmark[low]!;
  const below = span === 0 ? 0.5 : (both.benchmark[centre]! - both.benchmark[low]!) / span;
  const above = span === 0 ? 0.5 : (both.benchmark[high]! - both.benchmark[centre]!) / span;
  return finiteOrNull(
    below * both.returns[low]! + above * both.returns[high]! - both.returns[centre]!,
  );
}

function excessReturns(returns: Float64Array, benchmark: Float64Array): Float64Array {
  const both = pairedReturns(returns, benchmark);
  return both.returns.map((value, i) => value - both.benchmark[i]!);
}

interface Comoments {
  readonly count: number;
  readonly covariance: number;
  readonly variance: number;
  readonly benchmarkVariance: number;
}

function comoments(ours: Float64Array, theirs: Float64Array): Comoments {
  const { returns, benchmark } = pairedReturns(ours, theirs);
  const mean = meanOf(returns) ?? 0;
  const benchmarkMean = meanOf(benchmark) ?? 0;
  let covariance = 0;
  let variance = 0;
  let benchmarkVariance = 0;
  for (let i = 0; i < returns.length; i++) {
    const distance = returns[i]! - mean;
    const benchmarkDistance = benchmark[i]! - benchmarkMean;
    covariance += distance * benchmarkDistance;
    variance += distance * distance;
    benchmarkVariance += benchmarkDistance * benchmarkDistance;
  }
  // A series whose spread is only rounding has none.
  const spreadOf = (squares: number, size: number): number =>
    isSpread(Math.sqrt(squares / returns.length), size) ? squares : 0;
  return {
    count: returns.length,
    covariance,
    variance: spreadOf(variance, mean),
    benchmarkVariance: spreadOf(benchmarkVariance, benchmarkMean),
  };
}
