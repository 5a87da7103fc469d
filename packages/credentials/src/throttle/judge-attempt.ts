/** Judgement of an attempt by the counts of failures: its block, its delay, and the outcome that they keep. */

import type { LoginLimit } from "../refusal/login-limit.ts";
import {
  type AttemptKeys,
  type Key,
  type Kind,
  type LoginAttempt,
  isHeld,
  keysOf,
} from "./attempt-keys.ts";
import type { CountedFailures } from "./failure-counts.ts";

type Counts = CountedFailures<Kind>;

/** The limit that blocks an attempt, and the seconds until it does no longer; 0 when none does. */
export type Block = readonly [limit: LoginLimit, retryAfterSeconds: number];

/** The longest delay of an attempt in seconds. */
export const MAX_DELAY_SECONDS = 5;

const FREE: Block = ["account", 0];

/** The block of an attempt; counts nothing. */
export function blockOf(counts: Counts, attempt: LoginAttempt): Block {
  const { pair, success, known, address } = keysOf(attempt);
  const waits = {
    account: pair === undefined ? 0 : counts.retryAfterSeconds(pair),
    logins: isHeld(attempt.session) ? 0 : counts.retryAfterSeconds(success),
  };
  if (waits.account > 0) return ["account", waits.account];
  if (waits.logins > 0) return ["logins", waits.logins];
  if (isHeld(attempt.session) || address === undefined || isKnown(counts, known)) return FREE;
  return ["address", counts.retryAfterSeconds(address)];
}

/** Milliseconds by which an attempt is delayed: 1 s for each `failuresPerSecond` of its account, at most 5 s. */
export function delayOf(
  counts: Counts,
  { known, account }: Pick<AttemptKeys, "known" | "account">,
  failuresPerSecond: number,
): number {
  if (isKnown(counts, known)) return 0;
  const seconds = Math.floor(counts.count(account) / failuresPerSecond);
  return Math.min(seconds, MAX_DELAY_SECONDS) * 1000;
}

/** Counts an attempt that succeeded or failed, unless it is blocked by now. */
export function countAttempt(counts: Counts, attempt: LoginAttempt, hasSucceeded: boolean): Block {
  const block = blockOf(counts, attempt);
  if (block[1] > 0) return block;
  const { pair, success, known, address, account } = keysOf(attempt);
  if (pair !== undefined && hasSucceeded) counts.forgive(pair);
  else if (pair !== undefined) counts.fail(pair);
  if (isHeld(attempt.session)) return FREE;
  const more = hasSucceeded ? [success, known] : [account, address];
  for (const key of more) if (key !== undefined) counts.fail(key);
  return FREE;
}

/** Tells whether the account has logged in from this address; not without one. */
function isKnown(counts: Counts, known: Key | undefined): boolean {
  return known !== undefined && counts.count(known) > 0;
}
