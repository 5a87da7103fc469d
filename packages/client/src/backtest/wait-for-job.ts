/** Waits for the end of a job by reading it again and again. */

import type { Job } from "@bourse/contract/backtest";

import { within, type CallOptions, type ClientClock } from "../options.ts";

/** The options of {@link WaitForJob}. */
export interface WaitOptions {
  /** Signal that ends the wait, never the job; the wait then rejects with the signal's reason. Default none. */
  readonly signal?: AbortSignal;
  /** Pause between two reads in milliseconds, 1–600,000. Default 500. */
  readonly pollMilliseconds?: number;
  /** Called with the job after every read. Default: no-op. */
  readonly onPoll?: (job: Job) => void;
}

/**
 * Resolves to a job that is completed, failed or cancelled; a failed job is a result, not an error.
 *
 * @throws Problem and ClientError of `getJob`; ClientError OPTION_INVALID; the reason of the signal
 */
export type WaitForJob = (uuid: string, options?: WaitOptions) => Promise<Job>;

/** Returns a {@link WaitForJob} that reads jobs by `getJob` and pauses by `clock`. */
export function waitForJobWith(
  getJob: (input: { params: { uuid: string } }, options: CallOptions) => Promise<Job>,
  clock: ClientClock,
): WaitForJob {
  return async (uuid, options = {}) => {
    const pause = within("pollMilliseconds", options.pollMilliseconds ?? 500, 6e5);
    for (;;) {
      const job = await getJob({ params: { uuid } }, options);
      options.onPoll?.(job);
      // A status that this client does not know is waited through, as it may not be the last.
      if (["completed", "failed", "cancelled"].includes(job.status)) return job;
      await clock.sleep(pause, options.signal);
    }
  };
}
