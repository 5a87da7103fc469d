/**
 * Argon2id with a bounded number of hashes under way and waiting, off the event loop.
 *
 * Defaults: 19 MiB, two passes, one lane (OWASP's first recommendation). The parameters stand in every hash (PHC
 * string format), so they can be raised later and old hashes still verify.
 */

import { availableParallelism } from "node:os";

import { integerOption, resolveOptions } from "@bourse/kernel";
import { hash, verify } from "@node-rs/argon2";

import { CredentialsError } from "../errors.ts";
import { normalisePassword } from "./check-password.ts";

export interface PasswordHasherOptions {
  /** KiB of memory a hash. 8–4,194,304. Default 19,456 (19 MiB). */
  readonly memoryKibibytes?: number;
  /** Passes over the memory. 1–64. Default 2. */
  readonly passes?: number;
  /** Hashes under way at once. 1–256. Default the processors but one, which stays free for everybody else's requests. */
  readonly maxInFlight?: number;
  /** Hashes that wait for their turn; one more is HASHING_BUSY. 0–100,000. Default 100. */
  readonly maxQueued?: number;
}

/** What a check of a password says. */
export interface PasswordVerdict {
  readonly matches: boolean;
  /** The hash has other parameters than new ones get: hash the password anew now that it is known. */
  readonly needsRehash: boolean;
}

export interface PasswordHasher {
  /** A PHC string with a fresh salt. @throws CredentialsError HASHING_BUSY */
  hash(password: string): Promise<string>;
  /** Costs one hash whatever the outcome. @throws CredentialsError HASHING_BUSY */
  verify(phc: string, password: string): Promise<PasswordVerdict>;
  /** Costs what `verify` costs and never matches: for a login to an account that is not there. */
  verifyNothing(password: string): Promise<void>;
}

/** @throws KernelError OPTION_INVALID */
export function createPasswordHasher(given: PasswordHasherOptions = {}): PasswordHasher {
  const options = resolveOptions("createPasswordHasher", given, {
    memoryKibibytes: integerOption({ min: 8, max: 4_194_304, default: 19_456 }),
    passes: integerOption({ min: 1, max: 64, default: 2 }),
    maxInFlight: integerOption({
      min: 1,
      max: 256,
      default: Math.max(1, availableParallelism() - 1),
    }),
    maxQueued: integerOption({ min: 0, max: 100_000, default: 100 }),
  });
  // The library's default algorithm is Argon2id; its names are ambient constants that cannot be imported here.
  const parameters = {
    memoryCost: options.memoryKibibytes,
    timeCost: options.passes,
    parallelism: 1,
  };
  const prefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=1$`;
  const gate = createGate(options.maxInFlight, options.maxQueued);
  let decoy: Promise<string> | undefined;

  const hashOne = (password: string): Promise<string> =>
    gate(() => hash(normalisePassword(password), parameters));
  return Object.freeze({
    hash: hashOne,
    verify: async (phc: string, password: string): Promise<PasswordVerdict> => {
      const matches = await gate(() => verify(phc, normalisePassword(password)));
      return { matches, needsRehash: !phc.startsWith(prefix) };
    },
    verifyNothing: async (password: string): Promise<void> => {
      decoy ??= hashOne("a password that nobody has");
      decoy.catch(() => (decoy = undefined));
      const phc = await decoy;
      await gate(() => verify(phc, normalisePassword(password)));
    },
  });
}

type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets `maxInFlight` through at once and `maxQueued` wait, first come, first served. */
function createGate(maxInFlight: number, maxQueued: number): Gate {
  const waiting: (() => void)[] = [];
  let inFlight = 0;
  return async (work) => {
    if (inFlight < maxInFlight) inFlight++;
    else if (waiting.length < maxQueued) await new Promise<void>((go) => waiting.push(go));
    else throw busy();
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // A waiter takes over the place; the count only falls when nobody waits.
      if (next === undefined) inFlight--;
      else next();
    }
  };
}

function busy(): CredentialsError {
  return new CredentialsError(
    "HASHING_BUSY",
    "Too many passwords are being checked at the moment; try again in a second.",
    { details: { retryAfterSeconds: 1 } },
  );
}
