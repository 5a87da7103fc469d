/** Figures of daily returns beside those of a benchmark. */

import { annualReturn } from "../metrics/annual-growth.ts";
import { maxDrawdown } from "../metrics/drawdown.ts";
import { totalReturn } from "../metrics/returns.ts";
import { annualVolatility, sharpeRatio } from "../metrics/risk.ts";
import {
  alpha,
  beta,
  betaFragility,
  captureRatio,
  correlation,
  downMarket,
  informationRatio,
  jensenAlpha,
  rSquared,
  trackingError,
  treynorRatio,
  upMarket,
} from "./benchmark.ts";
import { present } from "./sample.ts";

/** Figures beside a benchmark; each is null where it is not defined, and all are without a benchmark. */
export interface BenchmarkFigures {
  /** Total return of the benchmark, a fraction. */
  readonly benchmarkReturn: number | null;
  /** Total return of the benchmark compounded to a year, a fraction; null below 30 days. */
  readonly benchmarkAnnualReturn: number | null;
  /** Annual volatility of the benchmark, a fraction. */
  readonly benchmarkVolatility: number | null;
  /** Sharpe ratio of the benchmark's daily returns, a year. */
  readonly benchmarkSharpe: number | null;
  /** Largest drawdown of the benchmark at the end of a day, a positive fraction. */
  readonly benchmarkMaxDrawdown: number | null;
  /** Alpha a year, compounded: the return that the benchmark's does not explain, a fraction; null below 30 days. */
  readonly alpha: number | null;
  /** Beta: move of the account for one of the benchmark; null when the benchmark does not vary. */
  readonly beta: number | null;
  /** Jensen's alpha a year, not compounded, a fraction; null below 30 days. */
  readonly jensenAlpha: number | null;
  /** Correlation with the benchmark, −1–1. */
  readonly correlation: number | null;
  /** R²: share of the variance that the benchmark explains, 0–1. */
  readonly rSquared: number | null;
  /** Information ratio of the daily excess returns, per day. */
  readonly informationRatio: number | null;
  /** Tracking error a year: deviation of the excess returns, a fraction. */
  readonly trackingError: number | null;
  /** Treynor ratio of the whole time: total return / beta. */
  readonly treynorRatio: number | null;
  /** Up capture: annual return on days on which the benchmark rose / the benchmark's own; null below 30 days. */
  readonly upCapture: number | null;
  /** Down capture: annual return on days on which the benchmark fell / the benchmark's own; null below 30 days. */
  readonly downCapture: number | null;
  /** Beta fragility by the heuristic of Taleb; below 0 is fragile. */
  readonly betaFragility: number | null;
}

/** Computes the figures of both series; `benchmark` may be NaN on days without a price. Null: no benchmark. */
export function benchmarkFigures(
  returns: Float64Array,
  benchmark: Float64Array | null,
  periods: number,
): BenchmarkFigures {
  const theirs = benchmark ?? new Float64Array();
  const prices = present(theirs);
  const isPriced = prices.length > 0;
  const up = upMarket(returns, theirs);
  const down = downMarket(returns, theirs);
  return {
    benchmarkReturn: isPriced ? totalReturn(prices) : null,
    benchmarkAnnualReturn: isPriced ? annualReturn(prices, periods) : null,
    benchmarkVolatility: annualVolatility(prices, periods),
    benchmarkSharpe: sharpeRatio(prices, periods),
    benchmarkMaxDrawdown: isPriced ? maxDrawdown(prices) : null,
    alpha: alpha(returns, theirs, periods),
    beta: beta(returns, theirs),
    jensenAlpha: jensenAlpha(returns, theirs, periods),
    correlation: correlation(returns, theirs),
    rSquared: rSquared(returns, theirs),
    informationRatio: informationRatio(returns, theirs),
    trackingError: trackingError(returns, theirs, periods),
    treynorRatio: treynorRatio(returns, theirs),
    upCapture: captureRatio(up.returns, up.benchmark, periods),
    downCapture: captureRatio(down.returns, down.benchmark, periods),
    betaFragility: betaFragility(returns, theirs),
  };
}
