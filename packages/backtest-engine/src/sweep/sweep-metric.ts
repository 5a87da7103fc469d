/** The figure by which a sweep chooses. */

import type { Metrics } from "../metrics/metrics.ts";

/** Metric by which a sweep chooses; the lowest `maxDrawdown` wins, of all others the highest value. */
export type SweepMetric =
  | "sharpe"
  | "sortino"
  | "calmar"
  | "totalReturn"
  | "annualReturn"
  | "finalCapital"
  | "maxDrawdown"
  | "profitFactor"
  | "expectancy"
  | "sqn"
  | "winRate"
  | "avgReturn";

/** Names of all metrics that a sweep can choose by. */
export const sweepMetrics: readonly SweepMetric[] = Object.freeze([
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
] as const);

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
