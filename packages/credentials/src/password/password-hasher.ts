/**
 * Password hashing with Argon2id on a thread pool, with a bounded number of hashes in progress and in the queue.
 *
 * Defaults: 19 MiB, two passes, one lane (OWASP's first recommendation). The parameters are part of every hash (PHC
 * string format), so they can be raised later and old hashes still verify.
 */

import { hashByArgon2, isHashByArgon2 } from "@bourse/credentials/argon2";
import { integerOption, resolveOptions } from "@bourse/kernel";
import { processorCount } from "@bourse/kernel/platform";

import { CredentialsError } from "../errors.ts";
import { normalisePassword } from "./check-password.ts";
import { createFairQueue } from "./fair-queue.ts";

/** Options of {@link createPasswordHasher}. */
export interface PasswordHasherOptions {
  /** Memory of one hash in KiB. 8–4,194,304. Default 19,456 (19 MiB). */
  readonly memoryKibibytes?: number;
  /** Number of passes over the memory. 1–64. Default 2. */
  readonly passes?: number;
  /** Maximum number of hashes in progress. 1–256. Default: one less than the number of processors, at least 1. */
  readonly maxInFlight?: number;
  /**
   * Maximum number of hashes in the queue; beyond it a hash of the source with the most waiting ones is refused with
   * HASHING_BUSY. 0–100,000. Default 100.
   */
  readonly maxQueued?: number;
}

/** Result of the check of a password. */
export interface PasswordVerdict {
  /** True when the password is the right one. */
  readonly matches: boolean;
  /** True when the hash was made with other parameters than new hashes: hash the password again. */
  readonly needsRehash: boolean;
}

/**
 * Hashing and verification of passwords.
 *
 * `sources` are the account and the address that a call comes from: the queue serves all sources in turn, and when it
 * is full the source with the most waiting calls is refused. Default: one common source.
 */
export interface PasswordHasher {
  /** Hashes a password with a fresh salt into a PHC string. @throws CredentialsError HASHING_BUSY */
  hash(password: string, sources?: readonly string[]): Promise<string>;
  /** Compares a password with a PHC string, at the cost of one hash. @throws CredentialsError HASHING_BUSY */
  verify(phc: string, password: string, sources?: readonly string[]): Promise<PasswordVerdict>;
  /**
   * Costs as much as `verify` and never matches: for a login to an account that does not exist.
   *
   * @throws CredentialsError HASHING_BUSY
   */
  verifyNothing(password: string, sources?: readonly string[]): Promise<void>;
}

/** A hasher with a queue of its own. @throws KernelError OPTION_INVALID */
export function createPasswordHasher(given: PasswordHasherOptions = {}): PasswordHasher {
  const options = resolveOptions("createPasswordHasher", given, {
    memoryKibibytes: integerOption({ min: 8, max: 4_194_304, default: 19_456 }),
    passes: integerOption({ min: 1, max: 64, default: 2 }),
    maxInFlight: integerOption({
      min: 1,
      max: 256,
      default: Math.max(1, processorCount() - 1),
    }),
    maxQueued: integerOption({ min: 0, max: 100_000, default: 100 }),
  });
  const parameters = {
    memoryCost: options.memoryKibibytes,
    timeCost: options.passes,
    parallelism: 1,
  };
  const prefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=1$`;
  const queue = createFairQueue(options.maxInFlight, options.maxQueued, busy);
  let decoy: Promise<string> | undefined;

  const hashOne = (password: string, sources?: readonly string[]): Promise<string> =>
    queue(() => hashByArgon2(normalisePassword(password), parameters), sources);
  return Object.freeze({
    hash: hashOne,
    verify: async (
      phc: string,
      password: string,
      sources?: readonly string[],
    ): Promise<PasswordVerdict> => {
      const matches = await queue(() => isHashByArgon2(phc, normalisePassword(password)), sources);
      return { matches, needsRehash: !phc.startsWith(prefix) };
    },
    verifyNothing: async (password: string, sources?: readonly string[]): Promise<void> => {
      decoy ??= hashOne("a password that nobody has");
      decoy.catch(() => (decoy = undefined));
      const phc = await decoy;
      await queue(() => isHashByArgon2(phc, normalisePassword(password)), sources);
    },
  });
}

function busy(): CredentialsError {
  return new CredentialsError(
    "HASHING_BUSY",
    "Too many passwords are being checked at the moment; try again in a second.",
    { details: { retryAfterSeconds: 1 } },
  );
}
