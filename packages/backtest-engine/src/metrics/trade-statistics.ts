// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import { requireColumns } from "../require-arguments.ts";
import { finiteOrNull, momentsOf } from "./returns.ts";
import { outweighs } from "./spread.ts";

/** Statistics of closed trades. */
export interface TradeStatistics {
  /** Number of trades with a profit after fees. */
  readonly wins: number;
  /** Number of trades with a loss after fees; a trade of exactly 0 is neither win nor loss. */
  readonly losses: number;
  /** Wins divided by trades, 0–1; 0 without trades. */
  readonly winRate: number;
  /** Gross profit / gross loss; null when nothing was lost. */
  readonly profitFactor: number | null;
  /** Mean profit of a trade in the quote currency; null without trades. */
  readonly expectancy: number | null;
  /**
   * System quality number (Tharp): √trades × mean profit / its sample deviation; null below two trades or without
   * deviation.
   */
  readonly sqn: number | null;
}

/**
 * Computes the statistics of closed trades.
 *
 * @param profits profits of the trades after fees, in the quote currency
 */
export function tradeStatistics(profits: Float64Array): TradeStatistics {
  requireColumns({ profits });
  let wins = 0;
  let losses = 0;
  let won = 0;
  let lost = 0;
  for (const profit of profits) {
    if (profit > 0) {
      wins++;
      won += profit;
    } else if (profit < 0) {
      losses++;
      lost -= profit;
    }
  }
  const count = profits.length;
  const winRate = count === 0 ? 0 : wins / count;
  const { mean: expectancy, deviation } = momentsOf(profits);
  return {
    wins,
    losses,
    winRate,
    profitFactor: outweighs(lost, won) ? finiteOrNull(won / lost) : null,
    expectancy: expectancy === null ? null : finiteOrNull(expectancy),
    sqn:
      expectancy === null || deviation === null || !outweighs(deviation, expectancy)
        ? null
        : finiteOrNull((Math.sqrt(count) * expectancy) / deviation),
  };
}
