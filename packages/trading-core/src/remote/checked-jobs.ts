/** Checks of what the job service is asked, for callers without types. */

import { checkedCalls } from "@bourse/kernel";

import type { JobService } from "../jobs/job-service.ts";
import { wrongArgument } from "../wrong-argument.ts";
import { eventCalls, jobCalls } from "./call-signatures.ts";

/** Returns the jobs with checks of the arguments of their calls and of their events'. */
export function checkedJobs(jobs: JobService): JobService {
  return {
    ...checkedCalls("backtest.jobs", jobs, jobCalls, [], wrongArgument),
    events: checkedCalls(
      "backtest.jobs.events",
      jobs.events,
      eventCalls,
      ["subscribe"],
      wrongArgument,
    ),
  };
}
