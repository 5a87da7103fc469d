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

import { type Clock, limitKey } from "@bourse/kernel";

import type { LoginLimit, ResolvedLoginOptions } from "../logins/login-options.ts";
import type { RefuseLogin } from "../logins/login-refusal.ts";
import type { Origin } from "../logins/origin.ts";
import {
  type CountedFailures,
  countInMemory,
  countInStore,
  type FailureKey,
  type FailureLimits,
} from "./failure-counts.ts";

/** Bounds of a {@link LoginThrottle}. */
type LoginThrottleOptions = Pick<
  ResolvedLoginOptions,
  | "loginFailuresPerAccount"
  | "loginFailuresPerAddress"
  | "loginsPerAccount"
  | "loginWindowSeconds"
  | "registrationsPerHour"
  | "store"
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
const MAX_DELAY_SECONDS = 5;

type Kind = "pair" | "address" | "account" | "success" | "known" | "registration";
type Counts = CountedFailures<Kind>;

/**
 * Creates the throttle of a core. A store that other processes write to as well keeps the counts for all of them; those
 * of any other store are in memory and do not survive a restart.
 */
export function createLoginThrottle(
  options: LoginThrottleOptions,
  clock: Clock,
  refuse: RefuseLogin,
): LoginThrottle {
  const { store, loginWindowSeconds, loginFailuresPerAccount } = options;
  const limit = (maxFailures: number, windowSeconds = loginWindowSeconds) => ({
    maxFailures,
    windowSeconds,
  });
  const limits: FailureLimits<Kind> = {
    pair: limit(loginFailuresPerAccount),
    address: limit(options.loginFailuresPerAddress),
    account: limit(Math.min(MAX_DELAY_SECONDS * loginFailuresPerAccount, 10_000)),
    success: limit(options.loginsPerAccount),
    known: limit(1, KNOWN_SECONDS),
    registration: limit(options.registrationsPerHour, 3600),
  };
  const failures =
    store.revision === undefined
      ? countInStore(limits, store, clock)
      : countInMemory(limits, clock);

  const refuseFor = (name: LoginLimit, retryAfterSeconds: number): void => {
    if (retryAfterSeconds === 0) return;
    options.onThrottled?.(name);
    const details = { retryAfterSeconds };
    throw refuse("RATE_LIMITED", "Too many attempts; try again later.", { details });
  };
  const isBlocked = (counts: Counts, attempt: LoginAttempt): readonly [LoginLimit, number] => {
    const { pair, success, known, address } = keysOf(attempt);
    const waits = {
      account: pair === undefined ? 0 : counts.retryAfterSeconds(pair),
      logins: isHeld(attempt.session) ? 0 : counts.retryAfterSeconds(success),
    };
    if (waits.account > 0) return ["account", waits.account];
    if (waits.logins > 0) return ["logins", waits.logins];
    if (isHeld(attempt.session) || address === undefined || isKnown(counts, known)) return FREE;
    return ["address", counts.retryAfterSeconds(address)];
  };

  return Object.freeze({
    check: async (attempt: LoginAttempt): Promise<void> => {
      const blocked = await failures.run(allOf(attempt), (counts) => isBlocked(counts, attempt));
      refuseFor(...blocked);
    },
    delay: async (attempt: LoginAttempt): Promise<number> => {
      if (isHeld(attempt.session)) return 0;
      const { known, account } = keysOf(attempt);
      return await failures.run(known === undefined ? [account] : [known, account], (counts) => {
        if (isKnown(counts, known)) return 0;
        const seconds = Math.floor(counts.count(account) / loginFailuresPerAccount);
        return Math.min(seconds, MAX_DELAY_SECONDS) * 1000;
      });
    },
    settle: async (attempt: LoginAttempt, hasSucceeded: boolean): Promise<void> => {
      const blocked = await failures.run(allOf(attempt), (counts) => {
        const found = isBlocked(counts, attempt);
        if (found[1] > 0) return found;
        const { pair, success, known, address, account } = keysOf(attempt);
        if (pair !== undefined && hasSucceeded) counts.forgive(pair);
        else if (pair !== undefined) counts.fail(pair);
        if (isHeld(attempt.session)) return FREE;
        const more = hasSucceeded ? [success, known] : [account, address];
        for (const key of more) if (key !== undefined) counts.fail(key);
        return FREE;
      });
      refuseFor(...blocked);
    },
    countRegistration: async ({ ip }: Origin): Promise<void> => {
      if (ip === undefined) return;
      const key = { kind: "registration", key: limitKey(ip) } as const;
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

const FREE = ["account", 0] as const;

function isHeld(session: string | null | undefined): boolean {
  return session !== undefined && session !== null;
}

/** Tells whether the account has logged in from this address; not without one. */
function isKnown(counts: Counts, known: FailureKey<Kind> | undefined): boolean {
  return known !== undefined && counts.count(known) > 0;
}

interface AttemptKeys extends Readonly<Record<"success" | "account", FailureKey<Kind>>> {
  /** Undefined without an address and a session. */
  readonly pair: FailureKey<Kind> | undefined;
  /** Undefined without an address and a session. */
  readonly known: FailureKey<Kind> | undefined;
  /** Undefined without an address. */
  readonly address: FailureKey<Kind> | undefined;
}

function keysOf(attempt: LoginAttempt): AttemptKeys {
  const { account, origin } = attempt;
  const pair = pairOf(attempt);
  return {
    pair: pair === undefined ? undefined : { kind: "pair", key: pair },
    known: pair === undefined ? undefined : { kind: "known", key: pair },
    success: { kind: "success", key: account },
    account: { kind: "account", key: account },
    address: origin.ip === undefined ? undefined : { kind: "address", key: limitKey(origin.ip) },
  };
}

function allOf(attempt: LoginAttempt): readonly FailureKey<Kind>[] {
  return Object.values<FailureKey<Kind> | undefined>({ ...keysOf(attempt) }).filter(
    (key) => key !== undefined,
  );
}

/** Neither part of an address nor a session id has a line break, so no account can imitate another pair. */
function pairOf({ account, origin: { ip }, session }: LoginAttempt): string | undefined {
  if (isHeld(session)) return `session\n${session}`;
  return ip === undefined ? undefined : `${account}\naddress ${limitKey(ip)}`;
}
