/** Rules for metrics that callers hand in. */

import { anyNumber, nullOr, type ArgumentRule } from "@bourse/kernel";

import { eachMetric, type Metrics } from "./metrics.ts";

/** Metrics that are never null. */
const DEFINED = new Set([
  "totalTrades",
  "wins",
  "losses",
  "winRate",
  "initialCapital",
  "finalCapital",
  "totalReturn",
  "maxDrawdown",
  "maxDrawdownDurationMinutes",
  "exposure",
  "feesPaid",
]);

/** The rule of each metric, by its name. */
export const METRIC_RULES: readonly (readonly [name: keyof Metrics, rule: ArgumentRule])[] = (
  Object.keys(eachMetric(() => 0 as never)) as (keyof Metrics)[]
).map((name) => [name, DEFINED.has(name) ? anyNumber : nullOr(anyNumber)]);
