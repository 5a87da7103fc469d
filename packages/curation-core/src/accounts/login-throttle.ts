/** Blocks an account or an address that failed too often; a right password does not open a block. */

import { createFailureThrottle } from "@bourse/credentials";
import type { Clock } from "@bourse/kernel";

import { CurationError } from "../errors.ts";
import type { Origin } from "./accounts.ts";

export interface ThrottleOptions {
  readonly loginFailuresPerAccount: number;
  readonly loginFailuresPerAddress: number;
  readonly loginWindowSeconds: number;
  readonly registrationsPerHour: number;
}

export interface LoginThrottle {
  /** @throws CurationError RATE_LIMITED */
  check(account: string, origin: Origin): void;
  failed(account: string, origin: Origin): void;
  succeeded(account: string): void;
  /** Counts a registration. @throws CurationError RATE_LIMITED */
  registering(origin: Origin): void;
}

export function createLoginThrottle(options: ThrottleOptions, clock: Clock): LoginThrottle {
  const counting = (maxFailures: number, windowSeconds: number) =>
    createFailureThrottle({ maxFailures, windowSeconds, clock });
  const accounts = counting(options.loginFailuresPerAccount, options.loginWindowSeconds);
  const addresses = counting(options.loginFailuresPerAddress, options.loginWindowSeconds);
  const registrations = counting(options.registrationsPerHour, 3600);
  return Object.freeze({
    check: (account: string, { ip }: Origin): void => {
      const wait = ip === undefined ? 0 : addresses.retryAfterSeconds(ip);
      refuseFor(Math.max(wait, accounts.retryAfterSeconds(account)));
    },
    failed: (account: string, { ip }: Origin): void => {
      accounts.fail(account);
      if (ip !== undefined) addresses.fail(ip);
    },
    succeeded: (account: string): void => accounts.forgive(account),
    registering: ({ ip }: Origin): void => {
      if (ip === undefined) return;
      refuseFor(registrations.retryAfterSeconds(ip));
      registrations.fail(ip);
    },
  });
}

function refuseFor(retryAfterSeconds: number): void {
  if (retryAfterSeconds === 0) return;
  const details = { retryAfterSeconds };
  throw new CurationError("RATE_LIMITED", "Too many attempts; try again later.", { details });
}
