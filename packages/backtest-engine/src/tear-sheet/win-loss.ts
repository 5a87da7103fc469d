// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/**
 * Winning and losing periods. A winning period has a return above 0, a losing one below. The names and definitions are
 * those of quantstats; the same figures of trades are in `tradeStatistics`.
 */

import { annualReturn } from "../metrics/annual-growth.ts";
import { finiteOrNull } from "../metrics/returns.ts";
import { omegaRatio } from "../metrics/risk.ts";
import { tailRatio } from "../metrics/shape.ts";
import { requireColumns, requireNumbers } from "../require-arguments.ts";
import { countOf, meanOf, present, quantileOf, quotient, sumOf } from "./sample.ts";

const isWin = (value: number): boolean => value > 0;
const isLoss = (value: number): boolean => value < 0;
const isNoLoss = (value: number): boolean => value >= 0;

/** Highest return of a period; null without returns. */
export function bestReturn(returns: Float64Array): number | null {
  return extreme(returns, Math.max);
}

/** Lowest return of a period; null without returns. */
export function worstReturn(returns: Float64Array): number | null {
  return extreme(returns, Math.min);
}

/** Share of the winning periods among those that won or lost, 0–1; 0 without one. */
export function winRate(returns: Float64Array): number {
  const wins = countOf(returns, isWin);
  return wins === 0 ? 0 : wins / (wins + countOf(returns, isLoss));
}

/** Mean of the returns that are not 0; null without one. */
export function averageReturn(returns: Float64Array): number | null {
  return meanOf(returns, (value) => value !== 0);
}

/** Mean of the returns above 0; null without one. */
export function averageWin(returns: Float64Array): number | null {
  return meanOf(returns, isWin);
}

/** Mean of the returns below 0, a negative number; null without one. */
export function averageLoss(returns: Float64Array): number | null {
  return meanOf(returns, isLoss);
}

/** Geometric mean return of a period: (product of 1 + r)^(1 / n) − 1; null without returns. */
export function expectedReturn(returns: Float64Array): number | null {
  return annualReturn(present(returns), 1);
}

/** Largest number of winning periods in a row. */
export function consecutiveWins(returns: Float64Array): number {
  return longestRun(returns, isWin);
}

/** Largest number of losing periods in a row. */
export function consecutiveLosses(returns: Float64Array): number {
  return longestRun(returns, isLoss);
}

/** Share of the periods with a return other than 0, 0–1: periods in which something moved. 0 without returns. */
export function exposureOf(returns: Float64Array): number {
  const moved = countOf(returns, (value) => isWin(value) || isLoss(value));
  return returns.length === 0 ? 0 : moved / returns.length;
}

/** Annual return / {@link exposureOf}: the return for the time in the market. Null without a moving period. */
export function exposureAdjustedReturn(
  returns: Float64Array,
  periodsPerYear: number,
): number | null {
  requireNumbers({ periodsPerYear });
  return quotient(annualReturn(returns, periodsPerYear), exposureOf(returns));
}

/** Payoff ratio: mean win / mean loss; null without a win or a loss. */
export function payoffRatio(returns: Float64Array): number | null {
  const loss = averageLoss(returns);
  return quotient(averageWin(returns), loss === null ? null : -loss);
}

/** Profit factor: sum of the wins / sum of the losses, as omega at 0; null without a loss. */
export function profitFactor(returns: Float64Array): number | null {
  return omegaRatio(returns);
}

/**
 * Profit ratio as in quantstats: (mean / number) of the periods at 0 or above, over (mean / number) of the losing
 * ones. 0 without a period at 0 or above; null without a loss.
 */
export function profitRatio(returns: Float64Array): number | null {
  const gains = countOf(returns, isNoLoss);
  const losses = countOf(returns, isLoss);
  if (gains === 0 || losses === 0) return gains === 0 && losses > 0 ? 0 : null;
  return quotient(meanOf(returns, isNoLoss)! / gains, -averageLoss(returns)! / losses);
}

/** CPC index (Van Tharp): profit factor × win rate × payoff ratio; null where one of them is. */
export function cpcIndex(returns: Float64Array): number | null {
  return product(profitFactor(returns), winRate(returns), payoffRatio(returns));
}

/** Common-sense ratio: profit factor × tail ratio; null where one of them is. */
export function commonSenseRatio(returns: Float64Array): number | null {
  return product(profitFactor(returns), tailRatio(returns));
}

/** Outlier win ratio: 99th percentile of the returns / mean of those at 0 or above; null when that mean is 0. */
export function outlierWinRatio(returns: Float64Array): number | null {
  return quotient(quantileOf(returns, 0.99), meanOf(returns, isNoLoss));
}

/** Outlier loss ratio: 1st percentile of the returns / mean of those below 0; null without a loss. */
export function outlierLossRatio(returns: Float64Array): number | null {
  return quotient(quantileOf(returns, 0.01), averageLoss(returns));
}

/** Gain-to-pain ratio (Schwager): sum of the returns / sum of the losses; null without a loss. */
export function gainToPainRatio(returns: Float64Array): number | null {
  const losses = meanOf(returns, isLoss);
  return losses === null ? null : quotient(sumOf(returns), -losses * countOf(returns, isLoss));
}

/** Kelly criterion (Kelly, 1956): win rate − (1 − win rate) / payoff ratio; null where the payoff ratio is. */
export function kellyCriterion(returns: Float64Array): number | null {
  const payoff = payoffRatio(returns);
  const wins = winRate(returns);
  return payoff === null ? null : quotient(payoff * wins - (1 - wins), payoff);
}

/**
 * Risk of ruin as in quantstats: ((1 − w) / (1 + w))^n with the win rate w and n periods, 0–1. Null without returns.
 */
export function riskOfRuin(returns: Float64Array): number | null {
  const wins = winRate(returns);
  const { length } = present(returns);
  return length === 0 ? null : finiteOrNull(((1 - wins) / (1 + wins)) ** length);
}

function extreme(
  returns: Float64Array,
  choose: (one: number, other: number) => number,
): number | null {
  requireColumns({ returns });
  let chosen: number | null = null;
  for (const value of returns) {
    if (!Number.isNaN(value)) chosen = chosen === null ? value : choose(chosen, value);
  }
  return chosen;
}

function longestRun(returns: Float64Array, includes: (value: number) => boolean): number {
  requireColumns({ returns });
  let longest = 0;
  let run = 0;
  for (let i = 0; i < returns.length; i++) {
    run = includes(returns[i]!) ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}

function product(...factors: readonly (number | null)[]): number | null {
  let value = 1;
  for (const factor of factors) {
    if (factor === null) return null;
    value *= factor;
  }
  return finiteOrNull(value);
}
