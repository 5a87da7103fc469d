/** Metrics of jobs: the depth of the queue and every other state. */

import type { BacktestService } from "@bourse/backtest-engine/service";
import type { Metrics } from "@bourse/http";

/** Registers the gauge `bourse_jobs`; nothing without metrics. The pending jobs are the queue. */
export function measureJobs(
  metrics: Metrics | undefined,
  { jobs }: { readonly jobs: Pick<BacktestService["jobs"], "stats"> },
): void {
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
