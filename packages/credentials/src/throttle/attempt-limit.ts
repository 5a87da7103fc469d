/** A limit of attempts by any key, such as guesses by an account: in the store for all processes that share it. */

import type { Clock, Store } from "@bourse/kernel";

import { countInMemory, countInStore } from "./failure-counts.ts";

/** Options of {@link createAttemptLimit}. */
export interface AttemptLimitOptions {
  /** Store that was opened with `loginFailures`. */
  readonly store: Store;
  /** Source of the time. */
  readonly clock: Clock;
  /** Kind of the attempts; the counts of one kind are apart from those of others. */
  readonly kind: string;
  /** Number of attempts of one key within the window. 1–10,000. */
  readonly maxAttempts: number;
  /** Length of the sliding window in seconds. 1–604,800. */
  readonly windowSeconds: number;
}

/** Counts of attempts by key. */
export interface AttemptLimit {
  /** Seconds until another attempt of the key is accepted; 0 when it is now. Counts nothing. */
  wait(key: string): Promise<number>;
  /** Counts an attempt of the key unless it has to wait. Resolves to the seconds to wait; 0 when it was counted. */
  count(key: string): Promise<number>;
}

/** Creates a limit. A store that this process alone writes to does not keep the counts. */
export function createAttemptLimit(options: AttemptLimitOptions): AttemptLimit {
  const { store, clock, kind, maxAttempts, windowSeconds } = options;
  const limits = { [kind]: { maxFailures: maxAttempts, windowSeconds } };
  const counts =
    store.revision === undefined
      ? countInStore(limits, store, clock)
      : countInMemory(limits, clock);
  return Object.freeze<AttemptLimit>({
    wait: (key) => {
      const one = { kind, key };
      return counts.run([one], (counted) => counted.retryAfterSeconds(one));
    },
    count: (key) => {
      const one = { kind, key };
      return counts.run([one], (counted) => {
        const seconds = counted.retryAfterSeconds(one);
        if (seconds === 0) counted.fail(one);
        return seconds;
      });
    },
  });
}
