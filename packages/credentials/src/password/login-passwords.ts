/** Passwords as the accounts of a core use them: hashed and checked under the login throttle. */

import { type Clock, hasCode, limitKey } from "@bourse/kernel";

import type { Origin } from "../origin/origin.ts";
import type { RefuseLogin } from "../refusal/login-refusal.ts";
import type { LoginAttempt } from "../throttle/attempt-keys.ts";
import type { LoginThrottle } from "../throttle/login-throttle.ts";
import type { PasswordHasher, PasswordVerdict } from "./password-hasher.ts";

/** A password that is to be checked. */
export interface PasswordAttempt extends LoginAttempt {
  /** Stored hash (PHC string); null or undefined when there is no such account or it may not log in. */
  readonly passwordHash: string | null | undefined;
  /** Password as the caller typed it. */
  readonly password: string;
}

/** Hashing and checking of passwords, throttled, with the core's own errors. */
export interface LoginPasswords {
  /** Hash of a new password; `origin` is the source that it is queued under. @throws the core's error BUSY */
  hash(password: string, origin: Origin): Promise<string>;
  /**
   * Checks a password at the cost of one hash, whatever is wrong, and counts the outcome.
   *
   * @throws the core's error RATE_LIMITED or BUSY
   */
  verify(attempt: PasswordAttempt): Promise<PasswordVerdict>;
  /**
   * Runs the check of another credential under the same throttle and counts its outcome. It is never delayed: unlike a
   * password, such a credential cannot be guessed.
   *
   * @throws the core's error RATE_LIMITED, and what `check` rejects with, which counts as neither
   */
  limit<T extends { readonly matches: boolean }>(
    attempt: LoginAttempt,
    check: () => Promise<T>,
  ): Promise<T>;
  /** Counts a registration from this address. @throws the core's error RATE_LIMITED */
  countRegistration(origin: Origin): Promise<void>;
}

/** The parts that passwords are built from. */
interface LoginPasswordsParts {
  readonly hasher: PasswordHasher;
  readonly throttle: LoginThrottle;
  readonly clock: Clock;
  readonly refuse: RefuseLogin;
}

/** Attempts that may be delayed at the same time; a delay that would be one more is left out. */
const MAX_DELAYED = 1000;

/** Passwords over a hasher and a throttle. */
export function createLoginPasswords(parts: LoginPasswordsParts): LoginPasswords {
  const { hasher, throttle, clock, refuse } = parts;
  let delayed = 0;
  const delay = async (milliseconds: number): Promise<void> => {
    if (milliseconds === 0 || delayed >= MAX_DELAYED) return;
    delayed++;
    try {
      await clock.sleep(milliseconds);
    } finally {
      delayed--;
    }
  };
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
  const limit = async <T extends { readonly matches: boolean }>(
    attempt: LoginAttempt,
    check: () => Promise<T>,
  ): Promise<T> => {
    await throttle.check(attempt);
    const verdict = await check();
    // It looks again: guesses that were checked side by side must not outrun the count.
    await throttle.settle(attempt, verdict.matches);
    return verdict;
  };
  return Object.freeze({
    hash: (password: string, origin: Origin) =>
      orBusy(hasher.hash(password, addressSource(origin))),
    verify: (attempt: PasswordAttempt): Promise<PasswordVerdict> => {
      const { account, passwordHash = null, password, origin } = attempt;
      const sources = [`account ${account}`, ...addressSource(origin)];
      return limit(attempt, async () => {
        await delay(await throttle.delay(attempt));
        return await orBusy(compare(passwordHash, password, sources));
      });
    },
    limit,
    countRegistration: (origin: Origin): Promise<void> => throttle.countRegistration(origin),
  });
}

function addressSource({ ip }: Origin): readonly string[] {
  return ip === undefined ? [] : [`address ${limitKey(ip)}`];
}

const NO_MATCH: PasswordVerdict = Object.freeze({ matches: false, needsRehash: false });
