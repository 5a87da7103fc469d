/** The figures of a run as lines of text. */

import type { BacktestResult } from "@bourse/backtest-engine";
import type { Metrics } from "@bourse/backtest-engine/metrics";
import { count, numeral, percent } from "@bourse/kernel/figures";

import { textList } from "./text-table.ts";

/** A line for each of the chief figures; `fundingPaid` where funding was asked for. */
export function figuresText(result: Metrics, fundingPaid?: number): string {
  return textList([
    ["Total return", percent(result.totalReturn)],
    ["Buy and hold", percent(result.buyHoldReturn)],
    ["Max drawdown", percent(result.maxDrawdown)],
    ["Trades", count(result.totalTrades)],
    ["Win rate", percent(result.winRate)],
    ["Profit factor", numeral(result.profitFactor)],
    ["Sharpe ratio", numeral(result.sharpe)],
    ["Sortino ratio", numeral(result.sortino)],
    ["Best trade", percent(result.bestTrade)],
    ["Worst trade", percent(result.worstTrade)],
    ["Time in the market", percent(result.exposure)],
    ["Fees paid", numeral(result.feesPaid)],
    ...(fundingPaid === undefined ? [] : [["Funding paid", numeral(fundingPaid)] as const]),
    ["Final capital", numeral(result.finalCapital)],
  ]);
}

/** A line on the entries that were rejected at a price of 0 or below. */
export function rejectedLines({
  rejectedEntries = 0,
}: Pick<BacktestResult, "rejectedEntries">): readonly string[] {
  if (rejectedEntries === 0) return [];
  return [
    `entries not filled at a price of 0 or below: ${rejectedEntries}; there only --position-size units=… without stop or target in fractions is filled`,
  ];
}
