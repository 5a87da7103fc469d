/**
 * Login throttle: limits guesses without a lock that a stranger could hold on somebody else's account.
 *
 * Failures are counted by the pair of account and address, and by address; either count blocks that address only. The
 * failures of an account from all addresses together do not block: they delay attempts from addresses that the account
 * has not logged in from. A caller who holds a live session of the account is counted by that session alone.
 *
 * Addresses are counted by `limitKey`: IPv6 addresses by their /64 network, because one caller owns all of it. A right
 * password does not open a block. An attempt without an address is never blocked for failures, since it would be
 * blocked for all callers: it is delayed by the failures of its account.
 */

import { type Clock, type Store, limitKey } from "@bourse/kernel";

import type { Origin } from "../origin/origin.ts";
import type { LoginLimit } from "../refusal/login-limit.ts";
import type { RefuseLogin } from "../refusal/login-refusal.ts";
import {
  type Key,
  type Kind,
  type LoginAttempt,
  allKeysOf,
  isHeld,
  keysOf,
} from "./attempt-keys.ts";
import { type FailureLimits, countInMemory, countInStore } from "./failure-counts.ts";
import { MAX_DELAY_SECONDS, blockOf, countAttempt, delayOf } from "./judge-attempt.ts";

/** Bounds of a {@link LoginThrottle}, as the options of logins describe them. */
interface LoginThrottleOptions {
  readonly store: Store;
  readonly loginFailuresPerAccount: number;
  readonly loginFailuresPerAddress: number;
  readonly loginsPerAccount: number;
  readonly loginWindowSeconds: number;
  readonly registrationsPerHour: number;
  /** Called with the limit at each refusal. Default: nothing. */
  readonly onThrottled?: ((limit: LoginLimit) => void) | undefined;
}

/** Failed logins and registrations of one core. */
export interface LoginThrottle {
  /** Refuses a blocked attempt with RATE_LIMITED; counts nothing. */
  check(attempt: LoginAttempt): Promise<void>;
  /**
   * Resolves to the milliseconds by which an attempt is to be delayed; 0 when its account is not under attack or its
   * address is known.
   */
  delay(attempt: LoginAttempt): Promise<number>;
  /**
   * Counts an attempt that succeeded or failed; refuses it with RATE_LIMITED when it is blocked by now, and counts
   * nothing then. The address of a success is known to the account from now on.
   */
  settle(attempt: LoginAttempt, hasSucceeded: boolean): Promise<void>;
  /** Counts a registration; refuses it with RATE_LIMITED when the address has made too many. */
  countRegistration(origin: Origin): Promise<void>;
  /** Deletes counts whose window is over. */
  sweep(): Promise<void>;
}

const KNOWN_SECONDS = 7 * 86_400;

/**
 * Creates the throttle of a core. A store that other processes write to as well keeps the counts for all of them; those
 * of any other store are in memory and do not survive a restart.
 */
export function createLoginThrottle(
  options: LoginThrottleOptions,
  clock: Clock,
  refuse: RefuseLogin,
): LoginThrottle {
  const { store, loginFailuresPerAccount } = options;
  const limits = limitsOf(options);
  const failures =
    store.revision === undefined
      ? countInStore(limits, store, clock)
      : countInMemory(limits, clock);
  const refuseFor = (limit: LoginLimit, retryAfterSeconds: number): void => {
    if (retryAfterSeconds === 0) return;
    options.onThrottled?.(limit);
    const details = { retryAfterSeconds };
    throw refuse("RATE_LIMITED", "Too many attempts; try again later.", { details });
  };
  return Object.freeze<LoginThrottle>({
    check: async (attempt) => {
      refuseFor(...(await failures.run(allKeysOf(attempt), (counts) => blockOf(counts, attempt))));
    },
    delay: async (attempt) => {
      if (isHeld(attempt.session)) return 0;
      const { known, account } = keysOf(attempt);
      return await failures.run(known === undefined ? [account] : [known, account], (counts) =>
        delayOf(counts, { known, account }, loginFailuresPerAccount),
      );
    },
    settle: async (attempt, hasSucceeded) => {
      const block = await failures.run(allKeysOf(attempt), (counts) =>
        countAttempt(counts, attempt, hasSucceeded),
      );
      refuseFor(...block);
    },
    countRegistration: async ({ ip }) => {
      if (ip === undefined) return;
      const key: Key = { kind: "registration", key: limitKey(ip) };
      const wait = await failures.run([key], (counts) => {
        const seconds = counts.retryAfterSeconds(key);
        if (seconds === 0) counts.fail(key);
        return seconds;
      });
      refuseFor("registrations", wait);
    },
    sweep: () => failures.sweep(),
  });
}

function limitsOf(options: LoginThrottleOptions): FailureLimits<Kind> {
  const { loginFailuresPerAccount, loginWindowSeconds: windowSeconds } = options;
  const inWindow = (maxFailures: number) => ({ maxFailures, windowSeconds });
  return {
    pair: inWindow(loginFailuresPerAccount),
    address: inWindow(options.loginFailuresPerAddress),
    account: inWindow(Math.min(MAX_DELAY_SECONDS * loginFailuresPerAccount, 10_000)),
    success: inWindow(options.loginsPerAccount),
    known: { maxFailures: 1, windowSeconds: KNOWN_SECONDS },
    registration: { maxFailures: options.registrationsPerHour, windowSeconds: 3600 },
  };
}
