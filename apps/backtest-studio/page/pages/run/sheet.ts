/** The tear sheet of a run, by the engine's own functions over the points of the account that the job keeps. */

import { tearSheet, type TearSheet } from "@bourse/backtest-engine/tear-sheet";
import type { EquityPoint, Job } from "@bourse/contract/backtest";

import { configurationOf } from "../../model/configuration.ts";
import { figuresOf } from "../../model/summary.ts";

interface Zoned {
  readonly time_zone?: string;
  readonly trading_days?: number;
  readonly bars_per_year?: number;
}

/** Initial capital of a job's run, in the quote currency. */
export function initialCapitalOf(job: Job): number {
  const given = configurationOf(job)?.request["initial_capital"];
  if (typeof given === "number") return given;
  const figures = figuresOf(job);
  return figures === undefined ? 1 : figures.final_capital / (1 + figures.total_return);
}

/** The tear sheet by the days of the run's time zone, as the server computes the tables of a job. */
export function sheetOf(job: Job, points: readonly EquityPoint[]): TearSheet | undefined {
  if (points.length === 0) return undefined;
  const request = configurationOf(job)?.request ?? {};
  const result = (job.result ?? {}) as Zoned;
  const timeZone = result.time_zone ?? (request["time_zone"] as string | undefined);
  const days = result.trading_days ?? (request["trading_days"] as number | undefined);
  const bars = result.bars_per_year ?? (request["bars_per_year"] as number | undefined);
  const annual = figuresOf(job)?.annual_return;
  return tearSheet({
    time: Float64Array.from(points, ({ timestamp }) => Date.parse(timestamp)),
    equity: Float64Array.from(points, ({ equity }) => equity),
    initialCapital: initialCapitalOf(job),
    ...(timeZone !== undefined && { timeZone }),
    ...(days !== undefined && { tradingDays: days }),
    ...(bars !== undefined && { barsPerYear: bars }),
    ...(annual !== undefined && { annualReturn: annual }),
  });
}

/** Days of the window of rolling figures: half a year, a quarter or a month, the longest of which the run has two. */
export function rollingWindow({ figures, returns }: TearSheet): number | undefined {
  return [2, 4, 12]
    .map((parts) => Math.round(figures.periodsPerYear / parts))
    .find((days) => days >= 10 && returns.length >= 2 * days);
}
