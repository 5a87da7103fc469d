/**
 * Login throttle: blocks an account or an address after too many failures, and limits registrations per address.
 *
 * Addresses are counted by `limitKey`: IPv6 addresses by their /64 network, because one caller owns all of it. A right
 * password does not open a block.
 */

import { type Clock, limitKey } from "@bourse/kernel";

import type { ResolvedLoginOptions } from "../logins/login-options.ts";
import type { RefuseLogin } from "../logins/login-refusal.ts";
import type { Origin } from "../logins/origin.ts";
import { createFailureThrottle } from "./failure-throttle.ts";

/** Bounds of a {@link LoginThrottle}. */
type LoginThrottleOptions = Pick<
  ResolvedLoginOptions,
  | "loginFailuresPerAccount"
  | "loginFailuresPerAddress"
  | "loginWindowSeconds"
  | "registrationsPerHour"
>;

/** Failed logins and registrations of one core. */
export interface LoginThrottle {
  /** Refuses a blocked account or address with RATE_LIMITED; counts nothing. */
  check(account: string, origin: Origin): void;
  /** Counts a failed login against the account and the address. */
  fail(account: string, origin: Origin): void;
  /** Resets the failures of the account after a successful login. */
  succeed(account: string): void;
  /** Counts a registration; refuses it with RATE_LIMITED when the address has made too many. */
  countRegistration(origin: Origin): void;
}

/** Counters in memory, one set per call: they are not shared between processes and do not survive a restart. */
export function createLoginThrottle(
  options: LoginThrottleOptions,
  clock: Clock,
  refuse: RefuseLogin,
): LoginThrottle {
  const counter = (maxFailures: number, windowSeconds: number) =>
    createFailureThrottle({ maxFailures, windowSeconds, clock });
  const accounts = counter(options.loginFailuresPerAccount, options.loginWindowSeconds);
  const addresses = counter(options.loginFailuresPerAddress, options.loginWindowSeconds);
  const registrations = counter(options.registrationsPerHour, 3600);

  const refuseFor = (retryAfterSeconds: number): void => {
    if (retryAfterSeconds === 0) return;
    const details = { retryAfterSeconds };
    throw refuse("RATE_LIMITED", "Too many attempts; try again later.", { details });
  };

  return Object.freeze({
    check: (account: string, { ip }: Origin): void => {
      const wait = ip === undefined ? 0 : addresses.retryAfterSeconds(limitKey(ip));
      refuseFor(Math.max(wait, accounts.retryAfterSeconds(account)));
    },
    fail: (account: string, { ip }: Origin): void => {
      accounts.fail(account);
      if (ip !== undefined) addresses.fail(limitKey(ip));
    },
    succeed: (account: string): void => accounts.forgive(account),
    countRegistration: ({ ip }: Origin): void => {
      if (ip === undefined) return;
      refuseFor(registrations.retryAfterSeconds(limitKey(ip)));
      registrations.fail(limitKey(ip));
    },
  });
}
