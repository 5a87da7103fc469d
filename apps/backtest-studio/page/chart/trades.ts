/** The trades of a run in columns, so that those in sight are found among 100,000 at once. */

import type { JobTrade } from "@bourse/contract/backtest";

export interface Trades {
  readonly rows: readonly JobTrade[];
  /** Times in seconds, rising. */
  readonly entry: Float64Array;
  readonly exit: Float64Array;
  /** Sum of the profits of the trades before each place; one longer than the rows. */
  readonly profit: Float64Array;
}

export function tradesOf(rows: readonly JobTrade[]): Trades {
  const profit = new Float64Array(rows.length + 1);
  for (const [at, { pnl }] of rows.entries()) profit[at + 1] = (profit[at] ?? 0) + pnl;
  return {
    rows,
    profit,
    entry: Float64Array.from(rows, ({ entry_time: time }) => Date.parse(time) / 1000),
    exit: Float64Array.from(rows, ({ exit_time: time }) => Date.parse(time) / 1000),
  };
}
