/**
 * A probe that soon finds a server that is back. A statement that was sent while the network was away may wait for its
 * whole time limit for an answer that never comes, and so may a connection.
 */

import { setTimeout as sleep } from "node:timers/promises";

/** Time in milliseconds after which an answer is late, and in which a new connection has to bring one. */
const LATE_MILLISECONDS = 500;

/** Pause in milliseconds before another new connection. */
const PAUSE_MILLISECONDS = 100;

/**
 * Resolves when `usual`, or `anew` on a connection of its own, has succeeded, and rejects as `usual` does. Nothing is
 * tried anew before an answer is late, and then one after the other.
 */
export async function probeServer(
  usual: () => Promise<unknown>,
  anew: (limitMilliseconds: number) => Promise<void>,
): Promise<void> {
  const ended = new AbortController();
  const first = usual().finally(() => ended.abort());
  await Promise.race([first, tryAnew(anew, ended.signal).then((isThere) => isThere || first)]);
}

/** True as soon as one try has succeeded, false when the signal came first. */
async function tryAnew(
  anew: (limitMilliseconds: number) => Promise<void>,
  signal: AbortSignal,
): Promise<boolean> {
  for (let wait = LATE_MILLISECONDS; ; wait = PAUSE_MILLISECONDS) {
    await sleep(wait, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return false;
    try {
      await anew(LATE_MILLISECONDS);
      return true;
    } catch {
      // The server is still away.
    }
  }
}
