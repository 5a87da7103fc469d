// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/**
 * Annual risk figures and ratios, null where their denominator is 0 or only rounding.
 *
 * Definitions follow empyrical, as those of vectorbt do; risk-free rates and thresholds are per period.
 */

import { requireColumns, requireNumbers } from "../require-arguments.ts";
import { annualReturn } from "./annual-growth.ts";
import { maxDrawdown } from "./drawdown.ts";
import type { EquitySummary } from "./equity-summary.ts";
import { finiteOrNull, momentsOf, type Moments } from "./returns.ts";
import { isSpread, outweighs } from "./spread.ts";

/**
 * Annual volatility: the sample standard deviation of the returns × √periods per year; null with fewer than two
 * returns.
 */
export function annualVolatility(returns: Float64Array, periodsPerYear: number): number | null {
  requireNumbers({ periodsPerYear });
  return volatilityFrom(momentsOf(returns), periodsPerYear);
}

/**
 * Sharpe ratio: (mean − `riskFree`) / sample standard deviation × √periods per year; null when the returns do not
 * vary. `riskFree` is per period, default 0.
 */
export function sharpeRatio(
  returns: Float64Array,
  periodsPerYear: number,
  riskFree = 0,
): number | null {
  requireNumbers({ periodsPerYear, riskFree });
  return sharpeFrom(momentsOf(returns), periodsPerYear, riskFree);
}

/**
 * Downside risk: root of the mean squared shortfall below `required` × √periods per year; null without returns.
 * `required` is per period, default 0.
 */
export function downsideRisk(
  returns: Float64Array,
  periodsPerYear: number,
  required = 0,
): number | null {
  requireColumns({ returns });
  requireNumbers({ periodsPerYear, required });
  let squares = 0;
  let count = 0;
  for (let i = 0; i < returns.length; i++) {
    const excess = returns[i]! - required;
    if (excess !== excess) continue; // only NaN differs from itself
    const shortfall = 0.5 * (excess - Math.abs(excess));
    squares += shortfall * shortfall;
    count++;
  }
  return count === 0 ? null : finiteOrNull(Math.sqrt(squares / count) * Math.sqrt(periodsPerYear));
}

/**
 * Sortino ratio: (mean − `required`) × periods per year / downside risk; null when no return fell short. `required`
 * is per period, default 0.
 */
export function sortinoRatio(
  returns: Float64Array,
  periodsPerYear: number,
  required = 0,
): number | null {
  requireNumbers({ periodsPerYear, required });
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

/** Calmar ratio: annual return / largest drawdown; null without a drawdown. */
export function calmarRatio(returns: Float64Array, periodsPerYear: number): number | null {
  requireNumbers({ periodsPerYear });
  return calmarFrom(annualReturn(returns, periodsPerYear), maxDrawdown(returns));
}

/** The same from both figures; null where a drawdown is only rounding. */
export function calmarFrom(growth: number | null, deepest: number): number | null {
  return growth === null || !isSpread(deepest, growth) ? null : finiteOrNull(growth / deepest);
}

/**
 * Omega ratio: sum of the gains above `threshold` / sum of the losses below it; null when nothing lies below.
 * `threshold` is per period, default 0.
 */
export function omegaRatio(returns: Float64Array, threshold = 0): number | null {
  requireColumns({ returns });
  requireNumbers({ threshold });
  let gains = 0;
  let losses = 0;
  for (let i = 0; i < returns.length; i++) {
    const value = returns[i]!;
    if (value > threshold) gains += value - threshold;
    else if (value < threshold) losses += threshold - value;
  }
  return outweighs(losses, gains) ? finiteOrNull(gains / losses) : null;
}

/** Rate per period that compounds to an annual rate. */
export function perPeriod(annualRate: number, periodsPerYear: number): number {
  requireNumbers({ annualRate, periodsPerYear });
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
  if (mean === null || deviation === null || !isSpread(deviation, mean)) return null;
  return finiteOrNull(((mean - riskFree) / deviation) * Math.sqrt(periodsPerYear));
}

function sortinoFrom(
  { mean }: Moments,
  risk: number | null,
  periodsPerYear: number,
  required: number,
): number | null {
  if (mean === null || risk === null) return null;
  if (!isSpread(risk / Math.sqrt(periodsPerYear), mean - required)) return null;
  return finiteOrNull(((mean - required) * periodsPerYear) / risk);
}
