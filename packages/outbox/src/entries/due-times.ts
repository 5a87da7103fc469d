/** Times at which new entries are due. */

import type { Clock } from "@bourse/kernel";

/** Entries of one instant whose order is kept. */
const MOST = 1024;

/**
 * Returns the time at which the next entry is due: now, and for entries of one millisecond parts of it, so that they
 * are delivered in the order in which this process added them. None is later than the clock.
 */
export function createDueTimes(clock: Pick<Clock, "now">): () => number {
  let instant = Number.NaN;
  let place = 0;
  return () => {
    const now = clock.now();
    place = now === instant ? Math.min(place + 1, MOST) : 1;
    instant = now;
    return now - 1 + place / MOST;
  };
}
