/** The figure by which a sweep chooses. */

import type { Metrics } from "../metrics/metrics.ts";

/** Figures to choose by; of `maxDrawdown` the lowest wins, of the others the highest. */
export const sweepMetrics = [
  "sharpe",
  "sortino",
  "calmar",
  "totalReturn",
  "annualReturn",
  "finalCapital",
  "maxDrawdown",
  "profitFactor",
  "expectancy",
  "sqn",
  "winRate",
  "avgReturn",
] as const satisfies readonly (keyof Metrics)[];

export type SweepMetric = (typeof sweepMetrics)[number];

/** The first of the best rows; null when the metric is undefined for all of them. */
export function bestBy<Row extends Pick<Metrics, SweepMetric>>(
  rows: readonly Row[],
  metric: SweepMetric,
): Row | null {
  const sign = metric === "maxDrawdown" ? -1 : 1;
  let best: Row | null = null;
  let highest = -Infinity;
  for (const row of rows) {
    const value = row[metric];
    if (value === null || sign * value <= highest) continue;
    best = row;
    highest = sign * value;
  }
  return best;
}
