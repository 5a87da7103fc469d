/** Waits for the end of a job by reading it again and again. */

import type { Job } from "@bourse/contract/backtest";

import { ClientError } from "../errors.ts";
import { checked } from "../kinds.ts";
import { within, type CallOptions, type ClientClock } from "../options.ts";

/** The options of {@link WaitForJob}. */
export interface WaitOptions {
  /** Signal that ends the wait, never the job; the wait then rejects with the signal's reason. Default none. */
  readonly signal?: AbortSignal;
  /** Pause between two reads in milliseconds, 1–600,000. Default 500. */
  readonly pollMilliseconds?: number;
  /**
   * Maximum time between the first read and the last in milliseconds, without the reads themselves; the job goes on.
   * 1–604,800,000 (a week), default 3,600,000 (an hour).
   */
  readonly maxWaitMilliseconds?: number;
  /** Called with the job after every read. Default: no-op. */
  readonly onPoll?: (job: Job) => void;
}

/**
 * Resolves to a job that is completed, failed or cancelled; a failed job is a result, not an error.
 *
 * @throws Problem and ClientError of `getJob`; ClientError OPTION_INVALID, TIMEOUT after `maxWaitMilliseconds`; the
 * reason of the signal
 */
export type WaitForJob = (uuid: string, options?: WaitOptions) => Promise<Job>;

/** Returns a {@link WaitForJob} that reads jobs by `getJob` and pauses by `clock`. */
export function waitForJobWith(
  getJob: (input: { params: { uuid: string } }, options?: CallOptions) => Promise<Job>,
  clock: ClientClock,
): WaitForJob {
  return async (uuid, given = {}) => {
    const examples = {
      signal: new AbortController().signal,
      pollMilliseconds: 1,
      maxWaitMilliseconds: 1,
      onPoll: () => {},
    } satisfies Required<WaitOptions>;
    const options = checked(given, examples, "the options of waitForJob");
    const { signal } = options;
    const pause = within("pollMilliseconds", options.pollMilliseconds ?? 500, 6e5);
    const most = within("maxWaitMilliseconds", options.maxWaitMilliseconds ?? 36e5, 6048e5);
    for (let waited = pause; ; waited += pause) {
      const job = await getJob({ params: { uuid } }, signal && { signal });
      options.onPoll?.(job);
      // A status that this client does not know is waited through, as it may not be the last.
      if (["completed", "failed", "cancelled"].includes(job.status)) return job;
      if (waited > most) {
        throw new ClientError("TIMEOUT", `job ${uuid} is still ${job.status} after ${most} ms`);
      }
      await clock.sleep(pause, signal);
    }
  };
}
