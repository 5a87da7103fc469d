/** What sweeps choose by. */

import * as z from "zod";

/** What a sweep chooses by; of `max_drawdown` the lowest wins, of the others the highest. */
export const SweepMetric = z.enum([
  "sharpe",
  "sortino",
  "calmar",
  "total_return",
  "annual_return",
  "final_capital",
  "max_drawdown",
  "profit_factor",
  "expectancy",
  "sqn",
  "win_rate",
  "avg_return",
]);
export type SweepMetric = z.infer<typeof SweepMetric>;
