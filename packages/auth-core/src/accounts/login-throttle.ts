/**
 * Blocks an account or an address that failed too often; a right password does not open a block.
 *
 * An IPv6 caller counts as its /64 network: all addresses of one are its own.
 */

import { createFailureThrottle } from "@bourse/credentials";
import { type Clock, limitKey } from "@bourse/kernel";

import type { Origin } from "../audit/audit.ts";
import { AuthError } from "../errors.ts";

export interface ThrottleOptions {
  /** Failed logins of one account inside `loginWindowSeconds` that block it. Default 10. */
  readonly loginFailuresPerAccount: number;
  /** Failed logins from one address inside the window that block it. Default 50. */
  readonly loginFailuresPerAddress: number;
  /** Default 900 s. */
  readonly loginWindowSeconds: number;
  /** Registrations from one address in an hour. Default 300. */
  readonly registrationsPerHour: number;
}

export interface LoginThrottle {
  /** @throws AuthError RATE_LIMITED */
  check(account: string, origin: Origin): void;
  failed(account: string, origin: Origin): void;
  succeeded(account: string): void;
  /** Counts a registration. @throws AuthError RATE_LIMITED */
  registering(origin: Origin): void;
}

export function createLoginThrottle(options: ThrottleOptions, clock: Clock): LoginThrottle {
  const windowSeconds = options.loginWindowSeconds;
  const accounts = createFailureThrottle({
    maxFailures: options.loginFailuresPerAccount,
    windowSeconds,
    clock,
  });
  const addresses = createFailureThrottle({
    maxFailures: options.loginFailuresPerAddress,
    windowSeconds,
    clock,
  });
  const registrations = createFailureThrottle({
    maxFailures: options.registrationsPerHour,
    windowSeconds: 3600,
    clock,
  });
  return Object.freeze({
    check: (account: string, { ip }: Origin): void => {
      const wait = ip === undefined ? 0 : addresses.retryAfterSeconds(limitKey(ip));
      refuseFor(Math.max(wait, accounts.retryAfterSeconds(account)));
    },
    failed: (account: string, { ip }: Origin): void => {
      accounts.fail(account);
      if (ip !== undefined) addresses.fail(limitKey(ip));
    },
    succeeded: (account: string): void => accounts.forgive(account),
    registering: ({ ip }: Origin): void => {
      if (ip === undefined) return;
      refuseFor(registrations.retryAfterSeconds(limitKey(ip)));
      registrations.fail(limitKey(ip));
    },
  });
}

function refuseFor(retryAfterSeconds: number): void {
  if (retryAfterSeconds === 0) return;
  throw new AuthError("RATE_LIMITED", "Too many attempts; try again later.", {
    details: { retryAfterSeconds },
  });
}
