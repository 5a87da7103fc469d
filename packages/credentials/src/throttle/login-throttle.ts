/**
 * Login throttle: limits guesses without a lock that a stranger could hold on somebody else's account.
 *
 * Failures are counted by the pair of account and address, and by address; either count blocks that address only. The
 * failures of an account from all addresses together do not block: they delay attempts from addresses that the account
 * has not logged in from. A caller who holds a live session of the account is counted by that session alone.
 *
 * Addresses are counted by `limitKey`: IPv6 addresses by their /64 network, because one caller owns all of it. A right
 * password does not open a block.
 */

import { type Clock, limitKey } from "@bourse/kernel";

import type { LoginLimit, ResolvedLoginOptions } from "../logins/login-options.ts";
import type { RefuseLogin } from "../logins/login-refusal.ts";
import type { Origin } from "../logins/origin.ts";
import { createFailureThrottle } from "./failure-throttle.ts";

/** Bounds of a {@link LoginThrottle}. */
type LoginThrottleOptions = Pick<
  ResolvedLoginOptions,
  | "loginFailuresPerAccount"
  | "loginFailuresPerAddress"
  | "loginsPerAccount"
  | "loginWindowSeconds"
  | "registrationsPerHour"
> & {
  /** Called with the limit at each refusal. Default: nothing. */
  readonly onThrottled?: ((limit: LoginLimit) => void) | undefined;
};

/** An attempt to log in, or to confirm a change by a credential. */
export interface LoginAttempt {
  /** Key of the account that the caller named, whether it exists or not. */
  readonly account: string;
  /** Client that the attempt came from. */
  readonly origin: Origin;
  /** Id of the live session of this account that the caller holds; undefined or null without one. */
  readonly session?: string | null | undefined;
}

/** Failed logins and registrations of one core. */
export interface LoginThrottle {
  /** Refuses a blocked attempt with RATE_LIMITED; counts nothing. */
  check(attempt: LoginAttempt): void;
  /**
   * Milliseconds by which an attempt is to be delayed; 0 when its account is not under attack or its address is known.
   */
  delay(attempt: LoginAttempt): number;
  /** Counts a failed attempt. */
  fail(attempt: LoginAttempt): void;
  /** Counts a successful attempt; its address is known to the account from now on. */
  succeed(attempt: LoginAttempt): void;
  /** Counts a registration; refuses it with RATE_LIMITED when the address has made too many. */
  countRegistration(origin: Origin): void;
}

const KNOWN_SECONDS = 7 * 86_400;
const MAX_DELAY_SECONDS = 5;

/** Counters in memory, one set per call: they are not shared between processes and do not survive a restart. */
export function createLoginThrottle(
  options: LoginThrottleOptions,
  clock: Clock,
  refuse: RefuseLogin,
): LoginThrottle {
  const { loginWindowSeconds, loginFailuresPerAccount } = options;
  const counter = (maxFailures: number, windowSeconds = loginWindowSeconds) =>
    createFailureThrottle({ maxFailures, windowSeconds, clock });
  const pairs = counter(loginFailuresPerAccount);
  const addresses = counter(options.loginFailuresPerAddress);
  const accounts = counter(Math.min(MAX_DELAY_SECONDS * loginFailuresPerAccount, 10_000));
  const successes = counter(options.loginsPerAccount);
  const known = counter(1, KNOWN_SECONDS);
  const registrations = counter(options.registrationsPerHour, 3600);

  const refuseFor = (limit: LoginLimit, retryAfterSeconds: number): void => {
    if (retryAfterSeconds === 0) return;
    options.onThrottled?.(limit);
    const details = { retryAfterSeconds };
    throw refuse("RATE_LIMITED", "Too many attempts; try again later.", { details });
  };

  return Object.freeze({
    check: (attempt: LoginAttempt): void => {
      const { account, origin, session } = attempt;
      refuseFor("account", pairs.retryAfterSeconds(pairOf(attempt)));
      if (isHeld(session)) return;
      refuseFor("logins", successes.retryAfterSeconds(account));
      if (origin.ip === undefined || known.count(pairOf(attempt)) > 0) return;
      refuseFor("address", addresses.retryAfterSeconds(limitKey(origin.ip)));
    },
    delay: (attempt: LoginAttempt): number => {
      if (isHeld(attempt.session) || known.count(pairOf(attempt)) > 0) return 0;
      const seconds = Math.floor(accounts.count(attempt.account) / loginFailuresPerAccount);
      return Math.min(seconds, MAX_DELAY_SECONDS) * 1000;
    },
    fail: (attempt: LoginAttempt): void => {
      const { account, origin, session } = attempt;
      pairs.fail(pairOf(attempt));
      if (isHeld(session)) return;
      accounts.fail(account);
      if (origin.ip !== undefined) addresses.fail(limitKey(origin.ip));
    },
    succeed: (attempt: LoginAttempt): void => {
      pairs.forgive(pairOf(attempt));
      if (isHeld(attempt.session)) return;
      successes.fail(attempt.account);
      known.fail(pairOf(attempt));
    },
    countRegistration: ({ ip }: Origin): void => {
      if (ip === undefined) return;
      refuseFor("registrations", registrations.retryAfterSeconds(limitKey(ip)));
      registrations.fail(limitKey(ip));
    },
  });
}

function isHeld(session: string | null | undefined): boolean {
  return session !== undefined && session !== null;
}

/** Neither part of an address nor a session id has a line break, so no account can imitate another pair. */
function pairOf({ account, origin: { ip }, session }: LoginAttempt): string {
  if (isHeld(session)) return `session\n${session}`;
  return `${account}\naddress ${ip === undefined ? "" : limitKey(ip)}`;
}
