/** The figure by which a sweep chooses. */

import type { Metrics } from "../metrics/metrics.ts";
import { calmarFrom } from "../metrics/risk.ts";

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

/**
 * The value that runs over the same candles are ranked by, the higher the better but for `maxDrawdown`; null where the
 * metric is undefined. Candles of less than 30 days have no annual return: their total return ranks them alike.
 */
export function rankedBy(row: Pick<Metrics, SweepMetric>, metric: SweepMetric): number | null {
  if (row.annualReturn === null && metric === "annualReturn") return row.totalReturn;
  if (row.annualReturn === null && metric === "calmar") {
    return calmarFrom(row.totalReturn, row.maxDrawdown);
  }
  return row[metric];
}

/** The first of the best rows; null when the metric is undefined for all of them. */
export function bestBy<Row extends Pick<Metrics, SweepMetric>>(
  rows: readonly Row[],
  metric: SweepMetric,
): Row | null {
  const sign = metric === "maxDrawdown" ? -1 : 1;
  let best: Row | null = null;
  let highest = -Infinity;
  for (const row of rows) {
    const value = rankedBy(row, metric);
    if (value === null || sign * value <= highest) continue;
    best = row;
    highest = sign * value;
  }
  return best;
}
