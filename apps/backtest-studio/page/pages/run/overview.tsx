/** The first tab of a job: what a run earned beside holding, the grid of a sweep, the windows of a walk-forward. */

import type { BacktestResult, SweepResult, WalkForwardResult } from "@bourse/contract/backtest";

import { RunOverview } from "./run-overview.tsx";
import { shown } from "./shown-run.ts";
import { SweepResultView } from "./sweep-result.tsx";
import { WalkForwardResultView } from "./walk-forward-result.tsx";

export function Overview() {
  const job = shown.value;
  if (job === undefined || job.result === null) return null;
  const { uuid, result } = job;
  if (job.job_type === "sweep") {
    return <SweepResultView uuid={uuid} result={result as unknown as SweepResult} />;
  }
  if (job.job_type === "walk_forward") {
    return <WalkForwardResultView job={job} result={result as unknown as WalkForwardResult} />;
  }
  return <RunOverview job={job} result={result as unknown as BacktestResult} />;
}
