/** A clock that moves only when a test says so. */

import type { ClientClock } from "../src/index.ts";

export interface StillClock extends ClientClock {
  /** Requested duration of each sleep under way, in milliseconds. */
  readonly waits: () => number[];
  readonly advance: (milliseconds: number) => void;
}

interface Sleep {
  readonly milliseconds: number;
  readonly due: number;
  readonly wake: () => void;
}

export function stillClock(): StillClock {
  let now = Date.UTC(2026, 0, 1);
  const sleeps = new Set<Sleep>();
  return {
    now: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const sleep = { milliseconds, due: now + milliseconds, wake: resolve };
        sleeps.add(sleep);
        signal?.addEventListener("abort", () => {
          sleeps.delete(sleep);
          reject(signal.reason as Error);
        });
      }),
    waits: () => Array.from(sleeps, (sleep) => sleep.milliseconds),
    advance: (milliseconds) => {
      now += milliseconds;
      for (const sleep of sleeps) {
        if (sleep.due > now) continue;
        sleeps.delete(sleep);
        sleep.wake();
      }
    },
  };
}
