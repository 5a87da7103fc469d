/** Passwords as the accounts of a core use them: hashed and checked under the login throttle. */

import { hasCode, limitKey } from "@bourse/kernel";

import type { RefuseLogin } from "../logins/login-refusal.ts";
import type { Origin } from "../logins/origin.ts";
import type { LoginThrottle } from "../throttle/login-throttle.ts";
import type { PasswordHasher, PasswordVerdict } from "./password-hasher.ts";

/** A login that is to be checked. */
export interface PasswordAttempt {
  /** Key that failures are counted by: that of the account the caller named, whether it exists or not. */
  readonly account: string;
  /** Stored hash (PHC string); null or undefined when there is no such account or it may not log in. */
  readonly passwordHash: string | null | undefined;
  /** Password as the caller typed it. */
  readonly password: string;
  /** Client that the attempt came from; its address is throttled. */
  readonly origin: Origin;
}

/** Hashing and checking of passwords, throttled, with the core's own errors. */
export interface LoginPasswords {
  /** Hash of a new password; `origin` is the source that it is queued under. @throws the core's error BUSY */
  hash(password: string, origin: Origin): Promise<string>;
  /**
   * Checks a password at the cost of one hash, whatever is wrong, and counts a failure.
   *
   * @throws the core's error RATE_LIMITED or BUSY
   */
  verify(attempt: PasswordAttempt): Promise<PasswordVerdict>;
  /** Counts a registration from this address. @throws the core's error RATE_LIMITED */
  countRegistration(origin: Origin): void;
}

/** Passwords over a hasher and a throttle. */
export function createLoginPasswords(
  hasher: PasswordHasher,
  throttle: LoginThrottle,
  refuse: RefuseLogin,
): LoginPasswords {
  const orBusy = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!hasCode(error, "HASHING_BUSY")) throw error;
      throw refuse("BUSY", error.message, { details: error.details, cause: error });
    }
  };
  const compare = async (
    hash: string | null,
    password: string,
    sources: readonly string[],
  ): Promise<PasswordVerdict> => {
    if (hash !== null) return await hasher.verify(hash, password, sources);
    await hasher.verifyNothing(password, sources);
    return NO_MATCH;
  };
  return Object.freeze({
    hash: (password: string, origin: Origin) =>
      orBusy(hasher.hash(password, addressSource(origin))),
    verify: async (attempt: PasswordAttempt): Promise<PasswordVerdict> => {
      const { account, passwordHash = null, password, origin } = attempt;
      throttle.check(account, origin);
      const verdict = await orBusy(
        compare(passwordHash, password, [`account ${account}`, ...addressSource(origin)]),
      );
      // Checked again: guesses that were hashed side by side must not outrun the count.
      throttle.check(account, origin);
      if (verdict.matches) throttle.succeed(account);
      else throttle.fail(account, origin);
      return verdict;
    },
    countRegistration: (origin: Origin): void => throttle.countRegistration(origin),
  });
}

function addressSource({ ip }: Origin): readonly string[] {
  return ip === undefined ? [] : [`address ${limitKey(ip)}`];
}

const NO_MATCH: PasswordVerdict = Object.freeze({ matches: false, needsRehash: false });
