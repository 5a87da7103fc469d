// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

/**
 * Return against risk, per year. Each is null where its denominator is nothing: a ratio without risk is no number.
 *
 * Definitions are those of empyrical, which vectorbt shares; risk-free rates and thresholds are per period.
 */

import { annualReturn } from "./annual-growth.ts";
import { maxDrawdown } from "./drawdown.ts";
import type { EquitySummary } from "./equity-summary.ts";
import { finiteOrNull, momentsOf, type Moments } from "./returns.ts";

/** Spread smaller than this is rounding, not risk: equal returns have no deviation. */
const NOTHING = 1e-15;

/** The sample deviation of returns, times the root of the periods in a year; null with fewer than two returns. */
export function annualVolatility(returns: Float64Array, periodsPerYear: number): number | null {
  return volatilityFrom(momentsOf(returns), periodsPerYear);
}

/** Mean over sample deviation, times the root of the periods in a year; null when the returns do not vary. */
export function sharpeRatio(
  returns: Float64Array,
  periodsPerYear: number,
  riskFree = 0,
): number | null {
  return sharpeFrom(momentsOf(returns), periodsPerYear, riskFree);
}

/** Root of the mean squared shortfall below `required`, times the root of the periods in a year; null without returns. */
export function downsideRisk(
  returns: Float64Array,
  periodsPerYear: number,
  required = 0,
): number | null {
  let squares = 0;
  let count = 0;
  for (let i = 0; i < returns.length; i++) {
    const excess = returns[i]! - required;
    if (excess !== excess) continue; // NaN alone differs from itself
    const shortfall = 0.5 * (excess - Math.abs(excess));
    squares += shortfall * shortfall;
    count++;
  }
  return count === 0 ? null : finiteOrNull(Math.sqrt(squares / count) * Math.sqrt(periodsPerYear));
}

/** Yearly mean above `required` over the downside risk; null when no return fell short. */
export function sortinoRatio(
  returns: Float64Array,
  periodsPerYear: number,
  required = 0,
): number | null {
  const risk = downsideRisk(returns, periodsPerYear, required);
  return sortinoFrom(momentsOf(returns), risk, periodsPerYear, required);
}

/** Volatility, Sharpe and Sortino ratio from a summary of the equity. */
export function riskOf(
  { moments, downside }: EquitySummary,
  periodsPerYear: number,
): Record<"annualVolatility" | "sharpe" | "sortino", number | null> {
  return {
    annualVolatility: volatilityFrom(moments, periodsPerYear),
    sharpe: sharpeFrom(moments, periodsPerYear, 0),
    sortino: sortinoFrom(moments, downside * Math.sqrt(periodsPerYear), periodsPerYear, 0),
  };
}

/** Annual return over the deepest drawdown; null when there was none. */
export function calmarRatio(returns: Float64Array, periodsPerYear: number): number | null {
  const growth = annualReturn(returns, periodsPerYear);
  const deepest = maxDrawdown(returns);
  return growth === null || deepest === 0 ? null : finiteOrNull(growth / deepest);
}

/** Gains above the threshold over losses below it, both summed; null when nothing lies below. */
export function omegaRatio(returns: Float64Array, threshold = 0): number | null {
  let gains = 0;
  let losses = 0;
  for (let i = 0; i < returns.length; i++) {
    const value = returns[i]!;
    if (value > threshold) gains += value - threshold;
    else if (value < threshold) losses += threshold - value;
  }
  return losses === 0 ? null : finiteOrNull(gains / losses);
}

/** A yearly rate as the rate per period that compounds to it. */
export function perPeriod(annualRate: number, periodsPerYear: number): number {
  return (1 + annualRate) ** (1 / periodsPerYear) - 1;
}

function volatilityFrom({ deviation }: Moments, periodsPerYear: number): number | null {
  return deviation === null ? null : finiteOrNull(deviation * Math.sqrt(periodsPerYear));
}

function sharpeFrom(
  { mean, deviation }: Moments,
  periodsPerYear: number,
  riskFree: number,
): number | null {
  if (mean === null || deviation === null || deviation < NOTHING) return null;
  return finiteOrNull(((mean - riskFree) / deviation) * Math.sqrt(periodsPerYear));
}

function sortinoFrom(
  { mean }: Moments,
  risk: number | null,
  periodsPerYear: number,
  required: number,
): number | null {
  if (mean === null || risk === null || risk < NOTHING) return null;
  return finiteOrNull(((mean - required) * periodsPerYear) / risk);
}
