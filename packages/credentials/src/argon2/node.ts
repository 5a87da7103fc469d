/** Argon2id by a binary for Node.js, off the event loop. */

import { hash, verify } from "@node-rs/argon2";

import type { Argon2Cost } from "./port.ts";

export type { Argon2Cost } from "./port.ts";

/** Hashes a password with a fresh salt into a PHC string. */
export function hashByArgon2(password: string, cost: Argon2Cost): Promise<string> {
  // The library's default algorithm is Argon2id; its names are ambient constants that cannot be imported here.
  return hash(password, cost);
}

/** True when `phc` is the hash of this password. @throws Error when it is no PHC string of Argon2 */
export function isHashByArgon2(phc: string, password: string): Promise<boolean> {
  return verify(phc, password);
}
