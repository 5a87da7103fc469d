/** Waits for the end of a job by asking for it again and again. */

import type { Job } from "@bourse/contract/backtest";

import { within, type CallOptions, type ClientClock } from "../options.ts";

export interface WaitOptions {
  /** Ends the waiting, never the job. */
  readonly signal?: AbortSignal;
  /** Between two questions. 1–600,000; default 500. */
  readonly pollMilliseconds?: number;
  /** Told of the job after every question. */
  readonly onPoll?: (job: Job) => void;
}

/** Resolves to a job that is completed, failed or cancelled: a failed job is an answer, not an error. */
export type WaitForJob = (uuid: string, options?: WaitOptions) => Promise<Job>;

export function waitForJobWith(
  getJob: (input: { params: { uuid: string } }, options: CallOptions) => Promise<Job>,
  clock: ClientClock,
): WaitForJob {
  return async (uuid, options = {}) => {
    const pause = within("pollMilliseconds", options.pollMilliseconds ?? 500, 6e5);
    const call = options.signal === undefined ? {} : { signal: options.signal };
    for (;;) {
      const job = await getJob({ params: { uuid } }, call);
      options.onPoll?.(job);
      // A status that this client does not know is waited through, as it may not be the last.
      if (["completed", "failed", "cancelled"].includes(job.status)) return job;
      await clock.sleep(pause, options.signal);
    }
  };
}
