/** Bounds what strangers can make the audit trail keep: refused attempts of nobody in particular. */

import type { Clock } from "../clock.ts";
import { limitKey } from "../limiter/limit-key.ts";

const HOUR_MILLISECONDS = 3_600_000;
/** Rows per clock hour about refused strangers from one network, and from all of them. */
const ROWS_PER_NETWORK = 60;
const ROWS_IN_ALL = 600;

/** Rows about refused strangers in the present hour. */
export interface StrangerBudget {
  /** Counts one refused attempt from an address. Returns false when it gets no row of its own. */
  take(address: string | null): boolean;
  /** Number of attempts of an hour that is over that got no row; each is returned once. */
  takeUncounted(): number;
}

/** Creates an empty budget. */
export function createStrangerBudget(clock: Pick<Clock, "now">): StrangerBudget {
  let hour = 0;
  let rows = 0;
  let without = 0;
  let owed = 0;
  const byNetwork = new Map<string, number>();

  const turn = (): void => {
    const now = Math.floor(clock.now() / HOUR_MILLISECONDS);
    if (now === hour) return;
    hour = now;
    rows = 0;
    owed += without;
    without = 0;
    byNetwork.clear();
  };

  return {
    take: (address) => {
      turn();
      const network = address === null ? "unknown" : limitKey(address);
      const taken = byNetwork.get(network) ?? 0;
      if (rows >= ROWS_IN_ALL || taken >= ROWS_PER_NETWORK) {
        without += 1;
        return false;
      }
      byNetwork.set(network, taken + 1);
      rows += 1;
      return true;
    },
    takeUncounted: () => {
      turn();
      const number = owed;
      owed = 0;
      return number;
    },
  };
}
