/** Repetition of requests with growing, jittered pauses. */

import type { Clock } from "@bourse/kernel";

import type { Attempt } from "./attempt.ts";
import type { RequestCaller } from "./request-caller.ts";

/** Rules of the repetition. */
export interface RetryPolicy {
  readonly clock: Clock;
  /** Random number in [0, 1). */
  readonly random: () => number;
  /** Maximum number of tries. */
  readonly attempts: number;
  /** Upper bound in milliseconds of the first random pause; it doubles with each further one. */
  readonly backoffMilliseconds: number;
  /** Longest pause in milliseconds; when a longer one is due, the failure is reported instead. */
  readonly longestWaitMilliseconds: number;
}

/**
 * Repeats a request until it succeeds and returns its value.
 *
 * Pauses have full jitter, so that clients who failed together do not come back together; a wait that the exchange
 * demands is kept to the millisecond.
 *
 * @throws the error of the last attempt; the signal's reason when it is aborted during a pause
 */
export async function retry<T>(
  policy: RetryPolicy,
  once: () => Promise<Attempt<T>>,
  { signal, onWait }: RequestCaller = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await once();
    if ("value" in outcome) return outcome.value;
    const range = Math.min(
      policy.longestWaitMilliseconds,
      policy.backoffMilliseconds * 2 ** (attempt - 1),
    );
    const wait = outcome.waitMilliseconds ?? policy.random() * range;
    const isLast = attempt >= policy.attempts || wait > policy.longestWaitMilliseconds;
    if (!outcome.retry || isLast) throw outcome.error;
    onWait?.(wait);
    await policy.clock.sleep(wait, signal);
  }
}
