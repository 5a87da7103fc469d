// Indices stay within the candles, so `!` on array reads only satisfies the type checker.

/** Joins the tests of a walk-forward analysis to one account. */

import type { Candles } from "../candles/candles.ts";
import type { SimulationResult } from "../simulation/simulation-result.ts";
import { TradeLedger } from "../simulation/trades.ts";
import type { WindowRun } from "./run-window.ts";
import type { Window } from "./windows.ts";

/** Joins the runs of the windows' tests; a window without one leaves the account as it is. */
export function joinRuns(
  candles: Candles,
  windows: readonly Window[],
  runs: readonly (WindowRun | null)[],
  initialCapital: number,
): {
  readonly candles: Pick<Candles, "length" | "time" | "close">;
  readonly simulation: SimulationResult;
} {
  const length = windows.reduce((sum, { testFrom, testTo }) => sum + testTo - testFrom, 0);
  const time = new Float64Array(length);
  const close = new Float64Array(length);
  const equity = new Float64Array(length);
  const trades = new TradeLedger(time);
  let at = 0;
  let capital = initialCapital;
  let feesPaid = 0;
  for (const [k, { testFrom, testTo }] of windows.entries()) {
    const run = runs[k] ?? null;
    time.set(candles.time.subarray(testFrom, testTo), at);
    close.set(candles.close.subarray(testFrom, testTo), at);
    if (run === null) equity.fill(capital, at, at + testTo - testFrom);
    else equity.set(run.equity, at);
    for (const trade of run?.trades ?? []) trades.addTrade(trade, at);
    capital = run?.metrics.finalCapital ?? capital;
    feesPaid += run?.metrics.feesPaid ?? 0;
    at += testTo - testFrom;
  }
  const simulation = {
    initialCapital,
    finalCapital: capital,
    feesPaid,
    fundingPaid: [...trades].reduce((sum, { funding = 0 }) => sum + funding, 0),
    trades,
    equity,
    openAtEnd: runs.at(-1)?.openAtEnd ?? false,
    openPosition: null,
  };
  return { candles: { length, time, close }, simulation };
}
