/** A job as GET /api/jobs shows it. */

import type { BacktestPayload, BacktestSummary, Job, JsonObject } from "@bourse/backtest-engine";
import type { Job as WireJob } from "@bourse/contract/backtest";

import { requestOfPayload } from "./backtest-payload.ts";
import { resultOfSummary } from "./backtest-result.ts";
import { isoTime, isoTimeOrNull } from "./time.ts";

export function wireJob(job: Job): WireJob {
  return {
    id: job.number,
    uuid: job.uuid,
    job_type: job.jobType,
    status: job.status,
    payload: wirePayload(job),
    result: job.result === null ? null : resultOfSummary(job.result as BacktestSummary),
    error: job.error,
    created_at: isoTime(job.createdAt),
    updated_at: isoTime(job.updatedAt),
    started_at: isoTimeOrNull(job.startedAt),
    completed_at: isoTimeOrNull(job.completedAt),
  };
}

/** The store holds what the handlers put there: a backtest's payload is one. */
function wirePayload({ jobType, payload }: Job): JsonObject {
  if (jobType !== "backtest") return payload;
  return requestOfPayload(payload as BacktestPayload) as JsonObject;
}
