/**
 * Argon2id in JavaScript, where there is no binary: some fifty times slower than one, in slices that let the event loop
 * run on.
 */

import { fromBase64, isSameInConstantTime, randomBytes, toBase64 } from "@bourse/kernel/platform";
import { argon2idAsync } from "@noble/hashes/argon2.js";

import type { Argon2Cost } from "./port.ts";

export type { Argon2Cost } from "./port.ts";

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Hashes a password with a fresh salt into a PHC string. */
export async function hashByArgon2(password: string, cost: Argon2Cost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const bytes = await derive(password, salt, cost, HASH_BYTES);
  const { memoryCost: m, timeCost: t, parallelism: p } = cost;
  return `$argon2id$v=19$m=${m},t=${t},p=${p}$${unpadded(salt)}$${unpadded(bytes)}`;
}

/** True when `phc` is the hash of this password. @throws Error when it is no PHC string of Argon2 */
export async function isHashByArgon2(phc: string, password: string): Promise<boolean> {
  const [, m, t, p, salt = "", expected = ""] = PHC.exec(phc) ?? [];
  if (m === undefined) throw new Error("Expected the PHC string of an Argon2id hash.");
  const wanted = fromBase64(expected);
  const cost = { memoryCost: Number(m), timeCost: Number(t), parallelism: Number(p) };
  return isSameInConstantTime(
    await derive(password, fromBase64(salt), cost, wanted.length),
    wanted,
  );
}

function derive(
  password: string,
  salt: Uint8Array,
  { memoryCost: m, timeCost: t, parallelism: p }: Argon2Cost,
  dkLen: number,
): Promise<Uint8Array> {
  return argon2idAsync(password, salt, { m, t, p, dkLen });
}

function unpadded(bytes: Uint8Array): string {
  return toBase64(bytes).replace(/=+$/, "");
}
