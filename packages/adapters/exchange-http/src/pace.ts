/** Waiting below the rate limit of an exchange, because a refusal costs more than a pause. */

import {
  anyFunction,
  checkArguments,
  finiteNumber,
  objectOf,
  type CallRules,
  type Clock,
} from "@bourse/kernel";

import type { RequestCaller } from "./request-caller.ts";

/** Waits until the next request may be sent; rejects with the reason of the caller's signal. */
export type Pace = (caller?: RequestCaller) => Promise<void>;

const rules: CallRules = {
  clock: objectOf({ monotonic: anyFunction, sleep: anyFunction }),
  perSecond: finiteNumber({ above: 0 }),
  burst: finiteNumber({ min: 1 }),
};

/**
 * Creates a wait that allows at most `burst` requests at once and `perSecond` in the long run (the generic cell rate
 * algorithm, waiting).
 *
 * First come, first served. The pace is of this instance: processes behind one address share the exchange's limit.
 */
export function createPace(clock: Clock, perSecond: number, burst: number): Pace {
  checkArguments("createPace", rules, [clock, perSecond, burst]);
  const interval = 1_000 / perSecond;
  const tolerance = interval * (burst - 1);
  let theoretical = clock.monotonic();
  return async ({ signal, onWait } = {}) => {
    signal?.throwIfAborted();
    const now = clock.monotonic();
    const arrival = Math.max(theoretical, now);
    theoretical = arrival + interval;
    const wait = arrival - tolerance - now;
    if (wait <= 0) return;
    onWait?.(wait);
    await clock.sleep(wait, signal);
  };
}
