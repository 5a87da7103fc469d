/** Jobs that are submitted again and again, once in each period, by however many processes. */

import {
  anyFunction,
  checkText,
  finiteNumber,
  functionOption,
  hasCode,
  listOf,
  objectOf,
  pauseInBackground,
  portOption,
  resolveOptions,
  shapedOption,
  type Clock,
  type OptionRules,
} from "@bourse/kernel";

import type { JobDispatch } from "../jobs/job-service.ts";

/** One kind of job that is due in each period. */
export interface ScheduledJob {
  /** Name that is different for each scheduled job: 1–150 characters. */
  readonly name: string;
  /** Length of the period in milliseconds; periods begin at multiples of it since 1970. At least 1000. */
  readonly everyMilliseconds: number;
  /** Submits the job under this key. */
  readonly submit: (idempotencyKey: string) => Promise<JobDispatch>;
}

/** Options of {@link startJobSchedule}. */
export interface JobScheduleOptions {
  /** The scheduled jobs. */
  readonly jobs: readonly ScheduledJob[];
  /** Source of time. */
  readonly clock: Clock;
  /** Called when a job could not be submitted; the next period is tried again. */
  readonly onError: (error: unknown, name: string) => void;
}

/**
 * Begins to submit each job once in each period, the current one included. The key of a period is the same in every
 * process, so several that share a store create one job. Returns a function that ends this and waits for submissions.
 */
export function startJobSchedule(options: JobScheduleOptions): () => Promise<void> {
  const { jobs, clock, onError } = resolveOptions("startJobSchedule", options, RULES);
  const stopping = new AbortController();
  const loops = jobs.map((job) => repeat(job, clock, onError, stopping.signal));
  return async () => {
    stopping.abort();
    await Promise.all(loops);
  };
}

const RULES: OptionRules<JobScheduleOptions> = {
  jobs: shapedOption(
    "a list of jobs, each with a name of 1 to 150 characters, everyMilliseconds of at least 1000 and submit()",
    listOf(
      objectOf({
        name: (argument, value) => checkText(argument, value, 150),
        everyMilliseconds: finiteNumber({ min: 1000 }),
        submit: anyFunction,
      }),
    ),
  ),
  clock: portOption<Clock>(["now", "monotonic", "sleep"]),
  onError: functionOption(),
};

/** Never rejects. */
async function repeat(
  { name, everyMilliseconds, submit }: ScheduledJob,
  clock: Clock,
  onError: JobScheduleOptions["onError"],
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const period = Math.floor(clock.now() / everyMilliseconds);
    try {
      await submit(`schedule ${name} ${period}`);
    } catch (error) {
      // With other settings than an earlier start of this period: that job stands.
      if (!hasCode(error, "IDEMPOTENCY_KEY_REUSED")) onError(error, name);
    }
    const next = (period + 1) * everyMilliseconds - clock.now();
    await pauseInBackground(clock, Math.max(next, 1000), stopping);
  }
}
