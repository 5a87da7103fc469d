/** Yearly figures from the geometric mean, as backtesting.py states them; they differ from the arithmetic ones. */

import { finiteOrNull, momentsOf } from "./returns.ts";

/** Per year; null where undefined. */
export interface CompoundedRisk {
  readonly annualReturn: number | null;
  /** Deviation of the compounded yearly return, were the periods independent. */
  readonly annualVolatility: number | null;
  /** `annualReturn` over `annualVolatility`; null without volatility. */
  readonly sharpe: number | null;
  /** `annualReturn` over the yearly downside deviation; null when nothing was lost. */
  readonly sortino: number | null;
}

/** Returns without a gap: no NaN. 252 periods a year for days of an exchange, 365 for days of a crypto market. */
export function compoundedRisk(returns: Float64Array, periodsPerYear: number): CompoundedRisk {
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
  const downside = Math.sqrt(shortfalls / returns.length) * Math.sqrt(periodsPerYear);
  return {
    annualReturn: annual,
    annualVolatility: volatility,
    sharpe: volatility === null ? null : finiteOrNull(annual / volatility),
    sortino: finiteOrNull(annual / downside),
  };
}
