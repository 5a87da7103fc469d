/**
 * Throttle of codes: wrong ones block the account of the factor, whatever addresses they come from, and the address.
 *
 * Only who knows the password or holds a session can fail here, so the block is none that a stranger could cause.
 * Recovery codes cannot be guessed: they count for the address alone, and open a blocked account.
 */

import { type Clock, type Store, limitKey } from "@bourse/kernel";

import type { Origin } from "../origin/origin.ts";
import type { LoginLimit } from "../refusal/login-limit.ts";
import {
  type CountedFailures,
  type FailureKey,
  countInMemory,
  countInStore,
} from "../throttle/failure-counts.ts";
import type { RefuseFactor } from "./factor-refusal.ts";

type Kind = "factor_account" | "factor_week" | "factor_address";

/** Wrong codes of an account within a week; three codes of a million are right at a time (NIST SP 800-63B-4, 3.2.2). */
const FAILURES_PER_WEEK = 50;
const WEEK_SECONDS = 604_800;

/** An attempt to answer with a code. */
interface CodeAttempt {
  readonly userId: string;
  readonly origin: Origin;
  /** False for a recovery code. */
  readonly isGuessable: boolean;
}

/** Parts of the throttle. */
export interface FactorThrottleParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly loginFailuresPerAccount: number;
  readonly loginFailuresPerAddress: number;
  readonly loginWindowSeconds: number;
  readonly onThrottled: ((limit: LoginLimit) => void) | undefined;
  readonly refuse: RefuseFactor;
}

/** Runs the check of a code under the limits and counts its outcome. @throws the core's error RATE_LIMITED */
export type LimitCodes = <T>(
  attempt: CodeAttempt,
  check: () => Promise<T | undefined>,
) => Promise<T | undefined>;

/** The throttle of one core: in a store that other processes write to as well, for all of them. */
export function createFactorThrottle(parts: FactorThrottleParts): LimitCodes {
  const { store, clock, onThrottled, refuse, loginWindowSeconds: windowSeconds } = parts;
  const bounds = {
    factor_account: { maxFailures: parts.loginFailuresPerAccount, windowSeconds },
    factor_week: { maxFailures: FAILURES_PER_WEEK, windowSeconds: WEEK_SECONDS },
    factor_address: { maxFailures: parts.loginFailuresPerAddress, windowSeconds },
  };
  const counts =
    store.revision === undefined
      ? countInStore<Kind>(bounds, store, clock)
      : countInMemory<Kind>(bounds, clock);
  const judge = async (
    keys: readonly FailureKey<Kind>[],
    work: (counted: CountedFailures<Kind>) => void,
  ): Promise<void> => {
    const wait = await counts.run(keys, (counted) => {
      const longest = Math.max(0, ...keys.map((key) => counted.retryAfterSeconds(key)));
      if (longest === 0) work(counted);
      return longest;
    });
    if (wait === 0) return;
    onThrottled?.("factors");
    const details = { retryAfterSeconds: wait };
    throw refuse("RATE_LIMITED", "Too many wrong codes; try again later.", { details });
  };
  return async ({ userId, origin: { ip }, isGuessable }, check) => {
    const account: readonly FailureKey<Kind>[] = [
      { kind: "factor_account", key: userId },
      { kind: "factor_week", key: userId },
    ];
    const address: readonly FailureKey<Kind>[] =
      ip === undefined ? [] : [{ kind: "factor_address", key: limitKey(ip) }];
    const blocking = isGuessable ? [...account, ...address] : address;
    await judge(blocking, () => undefined);
    const found = await check();
    // It looks again: guesses that were checked side by side must not outrun the count.
    await judge(blocking, (counted) => {
      if (found === undefined) for (const key of blocking) counted.fail(key);
      else if (isGuessable) for (const key of account) counted.forgive(key);
    });
    if (found !== undefined && !isGuessable) {
      await counts.run(account, (counted) => account.forEach((key) => counted.forgive(key)));
    }
    return found;
  };
}
