/** The progress of a job as one loop, which reconnects by itself and ends with the finished job. */

import type { Job, JobProgress } from "@bourse/contract/backtest";
import { backtestService, researchCalls } from "@bourse/contract/backtest/client";

import { checkStreamOptions, type EventStreamOptions } from "../event-stream-options.ts";
import { eventValue, followEvents } from "../event-stream.ts";
import { createKeyring } from "../keyring.ts";
import { resolveOptions, withKey } from "../options.ts";
import type { Operation } from "../send.ts";
import type { BacktestClientOptions } from "./backtest-client.ts";

/** An event of a running job: its progress, or last of all the finished job. */
export type JobProgressEvent =
  | {
      /** Kind of the event. */
      readonly type: "progress";
      /** Progress of the job. */
      readonly data: JobProgress;
    }
  | {
      /** Kind of the event. */
      readonly type: "job";
      /** The job, completed, failed or cancelled. */
      readonly data: Job;
    };

/** The options of a loop over the progress of a job. */
export interface FollowJobOptions extends EventStreamOptions {}

/**
 * A loop over the progress of the job `uuid`, whose last event is the finished job. A connection that breaks, is silent
 * or is closed by the service is replaced after the waits of the client's `retry`, without a limit of tries; the
 * service then tells the newest progress, or the finished job.
 *
 * @throws Problem that no retry would solve (UNAUTHORIZED, JOB_NOT_FOUND …); ClientError RESPONSE_INVALID; the reason
 * of the signal
 */
export type FollowJob = (
  uuid: string,
  options?: FollowJobOptions,
) => AsyncGenerator<JobProgressEvent, void>;

const KEY = "watchJob";

/**
 * Creates a follower of jobs.
 *
 * @throws ClientError OPTION_INVALID
 */
export function createFollowJob(options: BacktestClientOptions): FollowJob {
  const settings = resolveOptions(withKey(options));
  const keyring = createKeyring(backtestService, settings.credentials);
  const route = researchCalls.watchJob;
  const operation = { api: backtestService, key: KEY, route, settings, keyring };
  return (uuid, more = {}) => follow(operation, uuid, more);
}

async function* follow(
  operation: Operation,
  uuid: string,
  options: FollowJobOptions,
): AsyncGenerator<JobProgressEvent, void> {
  for await (const { event, data } of followEvents(
    operation,
    () => ({ params: { uuid } }),
    checkStreamOptions(options),
  )) {
    // A heartbeat, or an event that this client does not know.
    if (data === undefined || (event !== "progress" && event !== "job")) continue;
    const value = eventValue(event, data, event === "job" ? "getJob" : KEY, operation.settings);
    yield { type: event, data: value } as JobProgressEvent;
    if (event === "job") return;
  }
}
