/** Figures of a tear sheet: one flat object of numbers and nulls. */

import { annualReturn } from "../metrics/annual-growth.ts";
import { maxDrawdown } from "../metrics/drawdown.ts";
import { totalReturn } from "../metrics/returns.ts";
import {
  annualVolatility,
  calmarRatio,
  omegaRatio,
  sharpeRatio,
  sortinoRatio,
} from "../metrics/risk.ts";
import { stabilityOf, tailRatio } from "../metrics/shape.ts";
import { excessKurtosis, skewness } from "./distribution.ts";
import {
  recoveryFactor,
  serenityIndex,
  ulcerIndex,
  ulcerPerformanceIndex,
  type DrawdownPeriod,
} from "./drawdown-periods.ts";
import { returnsByPeriod, type PeriodReturns } from "./periods.ts";
import { meanOf } from "./sample.ts";
import {
  adjustedSortino,
  autocorrelationPenalty,
  probabilisticAdjustedSortinoRatio,
  probabilisticSharpeRatio,
  probabilisticSortinoRatio,
  smartSharpe,
  smartSortino,
} from "./smart-ratios.ts";
import {
  conditionalValueAtRisk,
  expectedShortfall,
  normalValueAtRisk,
  valueAtRisk,
} from "./value-at-risk.ts";
import {
  averageLoss,
  averageWin,
  bestReturn,
  commonSenseRatio,
  consecutiveLosses,
  consecutiveWins,
  cpcIndex,
  expectedReturn,
  exposureAdjustedReturn,
  exposureOf,
  gainToPainRatio,
  kellyCriterion,
  outlierLossRatio,
  outlierWinRatio,
  payoffRatio,
  profitFactor,
  profitRatio,
  riskOfRuin,
  winRate,
  worstReturn,
} from "./win-loss.ts";

/**
 * Figures of an account's daily returns. Fractions are plain (0.1 is 10 %); null means that a figure is not defined for
 * the run, and no figure is NaN or infinite. Ratios without another unit are annual. A figure that `Metrics` computes
 * per candle has another name here: `sharpeOfDays` is that of daily returns.
 *
 * A day is a date of the time zone on which a candle began; candles longer than a day count as one day each.
 */
export interface ReturnFigures {
  /** Number of days with a return. */
  readonly days: number;
  /** Number of such days in a year, which the annual figures use. */
  readonly periodsPerYear: number;
  /** Total return of the whole time, a fraction. */
  readonly totalReturn: number;
  /** Total return compounded to a year, a fraction; null below 30 days. */
  readonly annualReturn: number | null;
  /** Sample standard deviation of the daily returns × √periods, a fraction; null below two days. */
  readonly annualVolatilityOfDays: number | null;
  /** Sharpe ratio of the daily returns, without a risk-free rate; null when they do not vary. */
  readonly sharpeOfDays: number | null;
  /** Sortino ratio of the daily returns; null when no day lost. */
  readonly sortinoOfDays: number | null;
  /** Calmar ratio: annual return / largest drawdown at the end of a day; null without one, and below 30 days. */
  readonly calmarOfDays: number | null;
  /** Omega ratio: sum of the daily gains / sum of the daily losses; null without a loss. */
  readonly omega: number | null;
  /** Stability of growth: R² of a line through the cumulative log returns, 0–1; null where it is not defined. */
  readonly stability: number | null;
  /** Sharpe ratio / autocorrelation penalty; null where one of them is. */
  readonly smartSharpe: number | null;
  /** Sortino ratio / autocorrelation penalty; null where one of them is. */
  readonly smartSortino: number | null;
  /** Sortino ratio / √2, on the scale of a Sharpe ratio. */
  readonly adjustedSortino: number | null;
  /** Autocorrelation penalty, at least 1; null below three days. */
  readonly autocorrelationPenalty: number | null;
  /** Probability, 0–1, that the true Sharpe ratio lies above 0; null below four days. */
  readonly probabilisticSharpe: number | null;
  /** Probability, 0–1, that the true Sortino ratio lies above 0; null below four days. */
  readonly probabilisticSortino: number | null;
  /** Probability, 0–1, that the true adjusted Sortino ratio lies above 0; null below four days. */
  readonly probabilisticAdjustedSortino: number | null;
  /** Skewness of the daily returns, corrected for bias; null below three days. */
  readonly skewness: number | null;
  /** Excess kurtosis of the daily returns, corrected for bias: 0 for a normal distribution; null below four days. */
  readonly excessKurtosis: number | null;
  /** Tail ratio: |95th percentile| / |5th percentile| of the daily returns; null when the latter is 0. */
  readonly tailRatio: number | null;
  /** Ratio of the 99th percentile to the mean of the days without a loss. */
  readonly outlierWinRatio: number | null;
  /** Ratio of the 1st percentile to the mean of the losing days. */
  readonly outlierLossRatio: number | null;
  /** Historical value at risk of a day at 95 %: the 5th percentile of the returns, a fraction below 0 as a rule. */
  readonly valueAtRisk: number | null;
  /** Mean of the worst 5 % of the daily returns, a fraction. */
  readonly conditionalValueAtRisk: number | null;
  /** Value at risk of a day at 95 % under a normal distribution, a fraction. */
  readonly normalValueAtRisk: number | null;
  /** Mean of the daily returns below `normalValueAtRisk`, a fraction. */
  readonly expectedShortfall: number | null;
  /** Geometric mean return of a day, a fraction. */
  readonly expectedDailyReturn: number | null;
  /** Geometric mean return of a calendar month, a fraction. */
  readonly expectedMonthlyReturn: number | null;
  /** Geometric mean return of a calendar year, a fraction. */
  readonly expectedYearlyReturn: number | null;
  /** Best daily return, a fraction. */
  readonly bestDay: number | null;
  /** Worst daily return, a fraction. */
  readonly worstDay: number | null;
  /** Best return of a calendar month, a fraction. */
  readonly bestMonth: number | null;
  /** Worst return of a calendar month, a fraction. */
  readonly worstMonth: number | null;
  /** Best return of a calendar year, a fraction. */
  readonly bestYear: number | null;
  /** Worst return of a calendar year, a fraction. */
  readonly worstYear: number | null;
  /** Share of the winning days among those that won or lost, 0–1. */
  readonly winningDays: number;
  /** Share of the winning weeks, likewise. */
  readonly winningWeeks: number;
  /** Share of the winning months, likewise. */
  readonly winningMonths: number;
  /** Share of the winning quarters, likewise. */
  readonly winningQuarters: number;
  /** Share of the winning years, likewise. */
  readonly winningYears: number;
  /** Mean return of the winning days, a fraction. */
  readonly averageWin: number | null;
  /** Mean return of the losing days, a fraction below 0. */
  readonly averageLoss: number | null;
  /** Mean return of the winning months, a fraction. */
  readonly averageUpMonth: number | null;
  /** Mean return of the losing months, a fraction below 0. */
  readonly averageDownMonth: number | null;
  /** Largest number of winning days in a row. */
  readonly consecutiveWins: number;
  /** Largest number of losing days in a row. */
  readonly consecutiveLosses: number;
  /** Payoff ratio: mean win / mean loss of a day; null without a win or a loss. */
  readonly payoffRatio: number | null;
  /** Profit factor: sum of the daily gains / sum of the daily losses; null without a loss. */
  readonly profitFactorOfDays: number | null;
  /** Profit ratio: (mean / number) of the gains over (mean / number) of the losses; null without a loss. */
  readonly profitRatio: number | null;
  /** CPC index: profit factor × share of winning days × payoff ratio. */
  readonly cpcIndex: number | null;
  /** Common-sense ratio: profit factor × tail ratio. */
  readonly commonSenseRatio: number | null;
  /** Gain-to-pain ratio of days: sum of the returns / sum of the losses; null without a loss. */
  readonly gainToPain: number | null;
  /** Gain-to-pain ratio of months, likewise. */
  readonly gainToPainOfMonths: number | null;
  /** Kelly criterion: share of the account to commit, by the days' wins and losses; negative says none. */
  readonly kelly: number | null;
  /** Probability of ruin by the share of winning days, 0–1. */
  readonly riskOfRuin: number | null;
  /** Largest drawdown at the end of a day, a positive fraction. */
  readonly maxDrawdownOfDays: number;
  /** Mean of the largest values of all drawdowns, a positive fraction; null without one. */
  readonly averageDrawdown: number | null;
  /** Longest drawdown in days from its first day to its last; 0 without one. */
  readonly longestDrawdownDays: number;
  /** Mean length of all drawdowns in days; null without one. */
  readonly averageDrawdownDays: number | null;
  /** Ulcer index: root of the mean squared drawdown, a positive fraction; null below two days. */
  readonly ulcerIndex: number | null;
  /** Ulcer performance index: total return / ulcer index; null without a drawdown. */
  readonly ulcerPerformanceIndex: number | null;
  /** Serenity index: sum of the returns / (ulcer index × pitfall); null without a drawdown. */
  readonly serenityIndex: number | null;
  /** Recovery factor: |sum of the returns| / largest drawdown; null without a drawdown. */
  readonly recoveryFactor: number | null;
  /** Share of the days on which the account moved, 0–1. */
  readonly exposedDays: number;
  /** Annual return / share of the days on which the account moved; null when it never moved, and below 30 days. */
  readonly exposureAdjustedReturn: number | null;
}

/** Computes the figures of daily returns; `drawdowns` are those of the same returns. */
export function returnFigures(
  { returns, time }: PeriodReturns,
  periodsPerYear: number,
  drawdowns: readonly DrawdownPeriod[],
): ReturnFigures {
  const [weeks, months, quarters, years] = (["week", "month", "quarter", "year"] as const).map(
    (period) => returnsByPeriod(returns, time, period).returns,
  ) as [Float64Array, Float64Array, Float64Array, Float64Array];
  const lengths = Float64Array.from(
    drawdowns,
    ({ startIndex, endIndex }) => endIndex - startIndex + 1,
  );
  return {
    days: returns.length,
    periodsPerYear,
    totalReturn: totalReturn(returns),
    annualReturn: annualReturn(returns, periodsPerYear),
    annualVolatilityOfDays: annualVolatility(returns, periodsPerYear),
    sharpeOfDays: sharpeRatio(returns, periodsPerYear),
    sortinoOfDays: sortinoRatio(returns, periodsPerYear),
    calmarOfDays: calmarRatio(returns, periodsPerYear),
    omega: omegaRatio(returns),
    stability: stabilityOf(returns),
    smartSharpe: smartSharpe(returns, periodsPerYear),
    smartSortino: smartSortino(returns, periodsPerYear),
    adjustedSortino: adjustedSortino(returns, periodsPerYear),
    autocorrelationPenalty: autocorrelationPenalty(returns),
    probabilisticSharpe: probabilisticSharpeRatio(returns),
    probabilisticSortino: probabilisticSortinoRatio(returns),
    probabilisticAdjustedSortino: probabilisticAdjustedSortinoRatio(returns),
    skewness: skewness(returns),
    excessKurtosis: excessKurtosis(returns),
    tailRatio: tailRatio(returns),
    outlierWinRatio: outlierWinRatio(returns),
    outlierLossRatio: outlierLossRatio(returns),
    valueAtRisk: valueAtRisk(returns),
    conditionalValueAtRisk: conditionalValueAtRisk(returns),
    normalValueAtRisk: normalValueAtRisk(returns),
    expectedShortfall: expectedShortfall(returns),
    expectedDailyReturn: expectedReturn(returns),
    expectedMonthlyReturn: expectedReturn(months),
    expectedYearlyReturn: expectedReturn(years),
    bestDay: bestReturn(returns),
    worstDay: worstReturn(returns),
    bestMonth: bestReturn(months),
    worstMonth: worstReturn(months),
    bestYear: bestReturn(years),
    worstYear: worstReturn(years),
    winningDays: winRate(returns),
    winningWeeks: winRate(weeks),
    winningMonths: winRate(months),
    winningQuarters: winRate(quarters),
    winningYears: winRate(years),
    averageWin: averageWin(returns),
    averageLoss: averageLoss(returns),
    averageUpMonth: averageWin(months),
    averageDownMonth: averageLoss(months),
    consecutiveWins: consecutiveWins(returns),
    consecutiveLosses: consecutiveLosses(returns),
    payoffRatio: payoffRatio(returns),
    profitFactorOfDays: profitFactor(returns),
    profitRatio: profitRatio(returns),
    cpcIndex: cpcIndex(returns),
    commonSenseRatio: commonSenseRatio(returns),
    gainToPain: gainToPainRatio(returns),
    gainToPainOfMonths: gainToPainRatio(months),
    kelly: kellyCriterion(returns),
    riskOfRuin: riskOfRuin(returns),
    maxDrawdownOfDays: maxDrawdown(returns),
    averageDrawdown: meanOf(Float64Array.from(drawdowns, ({ depth }) => depth)),
    longestDrawdownDays: lengths.reduce((a, b) => Math.max(a, b), 0),
    averageDrawdownDays: meanOf(lengths),
    ulcerIndex: ulcerIndex(returns),
    ulcerPerformanceIndex: ulcerPerformanceIndex(returns),
    serenityIndex: serenityIndex(returns),
    recoveryFactor: recoveryFactor(returns),
    exposedDays: exposureOf(returns),
    exposureAdjustedReturn: exposureAdjustedReturn(returns, periodsPerYear),
  };
}
