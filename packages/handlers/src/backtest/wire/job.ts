/** A job as GET /api/jobs and GET /api/jobs/{uuid} show it. */

import type {
  BacktestPayload,
  BacktestSummary,
  Job,
  JsonObject,
  SweepPayload,
  SweepSummary,
  WalkForwardSummary,
} from "@bourse/backtest-engine/service";
import type {
  BacktestResult,
  ListedJob,
  ListedSweepResult,
  ListedWalkForwardResult,
  SweepResult,
  WalkForwardResult,
  Job as WireJob,
} from "@bourse/contract/backtest";

import { requestOfPayload } from "./backtest-payload.ts";
import { resultOfSummary } from "./backtest-result.ts";
import { requestOfSweep } from "./sweep-payload.ts";
import {
  listedResultOfSweep,
  listedResultOfWalkForward,
  resultOfSweep,
  resultOfWalkForward,
} from "./sweep-result.ts";
import { isoTime, isoTimeOrNull } from "./time.ts";

export function wireJob(job: Job): WireJob {
  return around(job, kindOf(job));
}

/** As a list shows it: without what only a look at the job itself needs. */
export function wireListedJob(job: Job): ListedJob {
  return around(job, listedKindOf(job));
}

function around<Kind extends object>(job: Job, kind: Kind) {
  return {
    id: job.number,
    uuid: job.uuid,
    status: job.status,
    ...kind,
    error: job.error,
    created_at: isoTime(job.createdAt),
    updated_at: isoTime(job.updatedAt),
    started_at: isoTimeOrNull(job.startedAt),
    completed_at: isoTimeOrNull(job.completedAt),
  };
}

type KindOf<Job> = Job extends WireJob | ListedJob
  ? Pick<Job, "job_type" | "payload" | "result">
  : never;

function kindOf(job: Job): KindOf<WireJob> {
  const { jobType, payload } = job;
  switch (jobType) {
    case "backtest": {
      const request = requestOfPayload(payload as BacktestPayload);
      const result = made<BacktestSummary, BacktestResult>(job, resultOfSummary);
      return { job_type: jobType, payload: request, result };
    }
    case "sweep": {
      const result = made<SweepSummary, SweepResult>(job, resultOfSweep);
      return { job_type: jobType, payload: swept(payload), result };
    }
    case "walk_forward": {
      const result = made<WalkForwardSummary, WalkForwardResult>(job, resultOfWalkForward);
      return { job_type: jobType, payload: swept(payload), result };
    }
    case "data_sync":
    case "signal":
      return { job_type: jobType, payload, result: job.result };
  }
}

function listedKindOf(job: Job): KindOf<ListedJob> {
  const { jobType, payload } = job;
  if (jobType === "sweep") {
    const result = made<SweepSummary, ListedSweepResult>(job, listedResultOfSweep);
    return { job_type: jobType, payload: swept(payload), result };
  }
  if (jobType === "walk_forward") {
    const wire = listedResultOfWalkForward;
    const result = made<WalkForwardSummary, ListedWalkForwardResult>(job, wire);
    return { job_type: jobType, payload: swept(payload), result };
  }
  return kindOf(job);
}

/** The store holds what the handlers and the runners put there, by the job's type. */
function made<Summary, Wire>({ result }: Job, wire: (summary: Summary) => Wire): Wire | null {
  return result === null ? null : wire(result as Summary);
}

function swept(payload: JsonObject): Record<string, unknown> {
  return { ...requestOfSweep(payload as SweepPayload) };
}
