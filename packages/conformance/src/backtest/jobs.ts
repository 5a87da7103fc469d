/** Steps with jobs that several cases share. */

import { DispatchReply, Job } from "@bourse/contract/backtest";

import { expectData } from "../http/expect.ts";
import { eventually, type Wire } from "../http/wire.ts";

/** Records a backtest; resolves to the job's uuid. */
export async function dispatch(wire: Wire, body: unknown = {}): Promise<string> {
  return expectData(await wire.post("/api/backtests", body), DispatchReply).job_id;
}

export async function jobOf(wire: Wire, uuid: string): Promise<Job> {
  return expectData(await wire.get(`/api/jobs/${uuid}`), Job);
}

/** The job, once it is completed, failed or cancelled. */
export function ended(wire: Wire, uuid: string): Promise<Job> {
  return eventually(
    () => jobOf(wire, uuid),
    (job) => !["pending", "running"].includes(job.status),
  );
}
