/** A process that is still needed, though nothing of its own says so. */

import { startTimer } from "@bourse/kernel/platform";

const LONGEST_TIMER_MILLISECONDS = 2 ** 31 - 1;

/**
 * Keeps the process alive until `promise` settles, 24.8 days at most, and settles as it does. It is for a promise that
 * a background loop settles: by itself such a loop keeps no process alive.
 */
export async function keepAliveUntil<Result>(promise: Promise<Result>): Promise<Result> {
  const release = startTimer(LONGEST_TIMER_MILLISECONDS, () => undefined);
  try {
    return await promise;
  } finally {
    release();
  }
}
