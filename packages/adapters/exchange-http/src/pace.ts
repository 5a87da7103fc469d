/** Waiting below the rate limit of an exchange, because a refusal costs more than a pause. */

import type { Clock } from "@bourse/kernel";

/** Waits until the next request may be sent; rejects with the signal's reason. */
export type Pace = (signal?: AbortSignal) => Promise<void>;

/**
 * Creates a wait that allows at most `burst` requests at once and `perSecond` in the long run (the generic cell rate
 * algorithm, waiting).
 *
 * First come, first served. The pace is of this instance: processes behind one address share the exchange's limit.
 */
export function createPace(clock: Clock, perSecond: number, burst: number): Pace {
  const interval = 1_000 / perSecond;
  const tolerance = interval * (burst - 1);
  let theoretical = clock.monotonic();
  return async (signal) => {
    signal?.throwIfAborted();
    const now = clock.monotonic();
    const arrival = Math.max(theoretical, now);
    theoretical = arrival + interval;
    const wait = arrival - tolerance - now;
    if (wait > 0) await clock.sleep(wait, signal);
  };
}
