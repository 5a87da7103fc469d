/** Hashing as the accounts use it: a full queue becomes this core's own error. */

import type { PasswordHasher, PasswordVerdict } from "@bourse/credentials";
import { hasCode } from "@bourse/kernel";

import { AuthError } from "../errors.ts";

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Against `phc`, or at the same cost against nothing. @throws AuthError BUSY */
  verify(phc: string | undefined, password: string): Promise<PasswordVerdict>;
}

const NO_MATCH: PasswordVerdict = { matches: false, needsRehash: false };

export function createPasswords(hasher: PasswordHasher): Passwords {
  return {
    hash: (password) => translated(hasher.hash(password)),
    verify: async (phc, password) => {
      if (phc !== undefined) return await translated(hasher.verify(phc, password));
      await translated(hasher.verifyNothing(password));
      return NO_MATCH;
    },
  };
}

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!hasCode(error, "HASHING_BUSY")) throw error;
    throw new AuthError("BUSY", error.message, { details: error.details, cause: error });
  }
}
