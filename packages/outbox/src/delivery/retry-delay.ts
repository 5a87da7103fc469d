/** Delays between the deliveries of one entry. */

import type { ResolvedOutboxOptions } from "../options.ts";

type Parts = Pick<ResolvedOutboxOptions, "firstRetrySeconds" | "longestRetrySeconds" | "random">;

/**
 * Milliseconds after failure number `attempt` (from 1) until the next delivery: twice as many each time, up to the
 * longest, and 50 to 150 % of that, so that entries that failed together do not come back together.
 */
export function retryDelay(parts: Parts, attempt: number): number {
  const { firstRetrySeconds, longestRetrySeconds, random } = parts;
  const seconds = Math.min(firstRetrySeconds * 2 ** (attempt - 1), longestRetrySeconds);
  return Math.round(seconds * 1000 * (0.5 + random.next()));
}
