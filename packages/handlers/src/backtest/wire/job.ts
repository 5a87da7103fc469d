/** A job as GET /api/jobs shows it. */

import type {
  BacktestPayload,
  BacktestSummary,
  Job,
  JsonObject,
  SweepPayload,
  SweepSummary,
  WalkForwardSummary,
} from "@bourse/backtest-engine";
import type { Job as WireJob } from "@bourse/contract/backtest";

import { requestOfPayload } from "./backtest-payload.ts";
import { resultOfSummary } from "./backtest-result.ts";
import { requestOfSweep } from "./sweep-payload.ts";
import { resultOfSweep, resultOfWalkForward } from "./sweep-result.ts";
import { isoTime, isoTimeOrNull } from "./time.ts";

export function wireJob(job: Job): WireJob {
  return {
    id: job.number,
    uuid: job.uuid,
    status: job.status,
    ...kindOf(job),
    error: job.error,
    created_at: isoTime(job.createdAt),
    updated_at: isoTime(job.updatedAt),
    started_at: isoTimeOrNull(job.startedAt),
    completed_at: isoTimeOrNull(job.completedAt),
  };
}

/** The store holds what the handlers and the runners put there, by the job's type. */
function kindOf({ jobType, payload, result }: Job): Kind {
  const made = <Summary, Wire>(wire: (summary: Summary) => Wire): Wire | null =>
    result === null ? null : wire(result as Summary);
  switch (jobType) {
    case "backtest": {
      const request = requestOfPayload(payload as BacktestPayload);
      const summary = made<BacktestSummary, ReturnType<typeof resultOfSummary>>(resultOfSummary);
      return { job_type: jobType, payload: request, result: summary };
    }
    case "sweep": {
      const summary = made<SweepSummary, ReturnType<typeof resultOfSweep>>(resultOfSweep);
      return { job_type: jobType, payload: swept(payload), result: summary };
    }
    case "walk_forward": {
      const summary = made<WalkForwardSummary, ReturnType<typeof resultOfWalkForward>>(
        resultOfWalkForward,
      );
      return { job_type: jobType, payload: swept(payload), result: summary };
    }
    case "data_sync":
    case "signal":
      return { job_type: jobType, payload, result };
  }
}

type Kind = WireJob extends infer Each
  ? Each extends WireJob
    ? Pick<Each, "job_type" | "payload" | "result">
    : never
  : never;

function swept(payload: JsonObject): Record<string, unknown> {
  return { ...requestOfSweep(payload as SweepPayload) };
}
