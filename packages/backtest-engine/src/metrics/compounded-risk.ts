/** Annual figures from the geometric mean, as in backtesting.py; they differ from the arithmetic ones. */

import { requireNumbers } from "../require-arguments.ts";
import { finiteOrNull, momentsOf } from "./returns.ts";
import { isSpread } from "./spread.ts";

/** Annual figures from the geometric mean; null where undefined. */
export interface CompoundedRisk {
  /** Geometric mean return, compounded to a year. */
  readonly annualReturn: number | null;
  /** Standard deviation of the compounded annual return, if the periods were independent. */
  readonly annualVolatility: number | null;
  /** Ratio of `annualReturn` to `annualVolatility`; null without volatility. */
  readonly sharpe: number | null;
  /** Ratio of `annualReturn` to the annual downside deviation; null when nothing was lost. */
  readonly sortino: number | null;
}

/**
 * Annual return, volatility, Sharpe and Sortino ratio as backtesting.py defines them. `returns` must not contain NaN.
 * `periodsPerYear` is 252 for daily returns of an exchange, 365 for those of a crypto market.
 */
export function compoundedRisk(returns: Float64Array, periodsPerYear: number): CompoundedRisk {
  requireNumbers({ periodsPerYear });
  const { deviation } = momentsOf(returns);
  const logs = returns.reduce((sum, value) => sum + Math.log1p(value), 0);
  const growth = Math.exp(logs / returns.length);
  const annual = finiteOrNull(growth ** periodsPerYear - 1);
  if (annual === null || deviation === null) {
    return { annualReturn: annual, annualVolatility: null, sharpe: null, sortino: null };
  }
  const square = growth * growth;
  const variance = (deviation * deviation + square) ** periodsPerYear - square ** periodsPerYear;
  const volatility = finiteOrNull(Math.sqrt(variance));
  const shortfalls = returns.reduce((sum, value) => sum + Math.min(0, value) ** 2, 0);
  const shortfall = Math.sqrt(shortfalls / returns.length);
  return {
    annualReturn: annual,
    annualVolatility: volatility,
    sharpe:
      volatility === null || !isSpread(deviation, growth - 1)
        ? null
        : finiteOrNull(annual / volatility),
    sortino: isSpread(shortfall, growth - 1)
      ? finiteOrNull(annual / (shortfall * Math.sqrt(periodsPerYear)))
      : null,
  };
}
