/**
 * Failure throttle: counts failures per key in an exact sliding window and blocks a key with too many of them.
 *
 * Memory is bounded. Counts do not survive a restart; an attacker who can restart the server needs no passwords.
 */

import { type Clock, integerOption, portOption, resolveOptions, systemClock } from "@bourse/kernel";

/** Options of {@link createFailureThrottle}. */
export interface FailureThrottleOptions {
  /** Number of failures within the window that blocks a key. 1–10,000. */
  readonly maxFailures: number;
  /** Length of the sliding window in seconds. 1–604,800. */
  readonly windowSeconds: number;
  /**
   * Maximum number of keys; beyond it the key whose last failure is oldest is dropped. 1–10,000,000. Default 100,000.
   */
  readonly maxKeys?: number;
  /** Source of monotonic time, which no change of the wall clock moves. Default: the system clock. */
  readonly clock?: Clock;
}

/** Failure counts by key. */
export interface FailureThrottle {
  /** Seconds until `key` is no longer blocked; 0 when it is not. Counts nothing. */
  retryAfterSeconds(key: string): number;
  /** Number of failures of `key` within the window, at most `maxFailures`. Counts nothing. */
  count(key: string): number;
  /** Counts a failure of `key` now. */
  fail(key: string): void;
  /** Resets the failures of `key`, as after a success. */
  forgive(key: string): void;
}

/** A throttle without failures. @throws KernelError OPTION_INVALID */
export function createFailureThrottle(given: FailureThrottleOptions): FailureThrottle {
  const options = resolveOptions("createFailureThrottle", given, {
    maxFailures: integerOption({ min: 1, max: 10_000 }),
    windowSeconds: integerOption({ min: 1, max: 604_800 }),
    maxKeys: integerOption({ min: 1, max: 10_000_000, default: 100_000 }),
    clock: portOption<Clock>(["monotonic"], { default: systemClock }),
  });
  const window = options.windowSeconds * 1000;
  /** Times of the last failures per key, oldest first; keys in the order of their last failure. */
  const failures = new Map<string, number[]>();

  return Object.freeze({
    retryAfterSeconds: (key: string): number => {
      const times = failures.get(key);
      if (times === undefined || times.length < options.maxFailures) return 0;
      const until = (times[0] ?? 0) + window;
      return Math.max(0, until - options.clock.monotonic()) / 1000;
    },
    count: (key: string): number => {
      const start = options.clock.monotonic() - window;
      return failures.get(key)?.filter((time) => time > start).length ?? 0;
    },
    fail: (key: string): void => {
      const now = options.clock.monotonic();
      const times = (failures.get(key) ?? []).filter((time) => time > now - window);
      times.push(now);
      if (times.length > options.maxFailures) times.shift();
      failures.delete(key);
      failures.set(key, times);
      if (failures.size <= options.maxKeys) return;
      const [oldest] = failures.keys();
      if (oldest !== undefined) failures.delete(oldest);
    },
    forgive: (key: string): void => void failures.delete(key),
  });
}
