/** Metrics of jobs: the depth of the queue, every other state, and messages that were given up. */

import { absentOr, anyFunction, objectOf, type Bus, type Instruments } from "@bourse/kernel";

import type { JobService } from "./job-service.ts";
import { jobQueues } from "./job.ts";

/**
 * Registers the gauges `bourse_jobs` by status, of which the pending jobs are the queue, and `bourse_dead_letters` by
 * queue; nothing without metrics.
 */
export function measureJobs(
  metrics: Instruments | undefined,
  parts: {
    readonly jobs: Pick<JobService, "stats">;
    readonly bus: Pick<Bus, "countDeadLetters">;
  },
): void {
  absentOr(objectOf({ gauge: anyFunction, counter: anyFunction, histogram: anyFunction }))(
    "metrics",
    metrics,
  );
  objectOf({
    jobs: objectOf({ stats: anyFunction }),
    bus: objectOf({ countDeadLetters: anyFunction }),
  })("parts", parts);
  const { jobs, bus } = parts;
  metrics?.gauge(
    {
      name: "bourse_dead_letters",
      help: "Messages of the queue that were given up after their last delivery.",
      labels: ["queue"],
    },
    async (set) => {
      for (const queue of jobQueues) set({ queue }, await bus.countDeadLetters(queue));
    },
  );
  metrics?.gauge(
    {
      name: "bourse_jobs",
      help: "Stored jobs by status; the pending ones are the queue.",
      labels: ["status"],
    },
    async (set) => {
      const { total: _total, ...counts } = await jobs.stats();
      for (const [status, count] of Object.entries(counts)) set({ status }, count);
    },
  );
}
