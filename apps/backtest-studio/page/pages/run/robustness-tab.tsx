/** The luck in a result: drawn runs, the audit for looking ahead, and whether a sweep's choice is overfitted. */

import type { BacktestResult, SweepResult } from "@bourse/contract/backtest";
import { Empty } from "@bourse/ui";

import { Assessment } from "./assessment.tsx";
import { Robustness } from "./robustness.tsx";
import { shown } from "./shown-run.ts";

export function RobustnessTab() {
  const job = shown.value;
  if (job === undefined || job.result === null) return null;
  const { overfitting, cross_validation: crossed } = job.result as unknown as Partial<SweepResult>;
  const { monte_carlo: drawn, look_ahead: audit } =
    job.result as unknown as Partial<BacktestResult>;
  if ([overfitting, crossed, drawn, audit].every((one) => one === undefined)) {
    return (
      <Empty title="Nothing of it was examined.">
        {job.job_type === "sweep"
          ? "Change it and run again with the overfitting measured or the choice cross-validated."
          : "Change it and run again with drawn runs (Monte Carlo) or the audit for looking ahead."}
      </Empty>
    );
  }
  return (
    <>
      <Robustness job={job} result={{ monte_carlo: drawn, look_ahead: audit }} />
      <Assessment overfitting={overfitting} crossed={crossed} />
    </>
  );
}
