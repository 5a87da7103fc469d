/** Asking again: with growing, jittered pauses, and never for longer than it is worth. */

import type { Clock } from "@bourse/kernel";

import type { Attempt } from "./attempt.ts";

export interface RetryPolicy {
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  /** Tries in all. */
  readonly attempts: number;
  /** The first pause is drawn from 0 to this, each later one from twice the range. */
  readonly backoffMilliseconds: number;
  /** A longer pause than this, asked for or drawn, is not waited for: the failure is told instead. */
  readonly longestWaitMilliseconds: number;
}

/**
 * The value of the first attempt that succeeds.
 *
 * Pauses have full jitter, so that clients who failed together do not come back together; a wait that the exchange
 * asked for is kept to the millisecond.
 *
 * @throws the error of the last attempt; the signal's reason when it is aborted during a pause
 */
export async function retry<T>(
  policy: RetryPolicy,
  once: () => Promise<Attempt<T>>,
  signal?: AbortSignal,
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
    await policy.clock.sleep(wait, signal);
  }
}
