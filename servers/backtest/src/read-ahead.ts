/** Reads what searches of jobs need into memory before the first of them, so that nobody waits for it. */

import type { ClosingStack, Logger } from "@bourse/kernel";
import type { BacktestService } from "@bourse/trading-core";

/**
 * Begins to read the facts of all jobs, about 2 s for 10,000, beside the requests. A fault is logged: the first search
 * reads them then. Once `opened` is closed, a read that the closed store ends is no fault.
 */
export function readJobsAhead(
  { jobs }: { readonly jobs: Pick<BacktestService["jobs"], "list"> },
  logger: Pick<Logger, "warn">,
  opened: ClosingStack,
): void {
  let isClosing = false;
  opened.push(() => {
    isClosing = true;
    return Promise.resolve();
  });
  // This order is of no index, so that it is answered from the facts.
  jobs.list({ sort: "created_at", limit: 1 }).catch((error: unknown) => {
    if (!isClosing) logger.warn({ err: error }, "the jobs could not be read before a search");
  });
}
