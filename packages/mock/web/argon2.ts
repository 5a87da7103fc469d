/** Argon2id in JavaScript, for pages: the interface and the PHC strings of `@node-rs/argon2`. */

import { isSameInConstantTime, randomBytes } from "@bourse/kernel/platform";
import { argon2idAsync } from "@noble/hashes/argon2.js";

import { Buffer } from "./buffer.ts";

interface Parameters {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

export async function hash(password: string, parameters: Parameters): Promise<string> {
  const { memoryCost: m, timeCost: t, parallelism: p } = parameters;
  const salt = randomBytes(SALT_BYTES);
  const bytes = await derive(password, salt, parameters, HASH_BYTES);
  return `$argon2id$v=19$m=${m},t=${t},p=${p}$${unpadded(salt)}$${unpadded(bytes)}`;
}

export async function verify(phc: string, password: string): Promise<boolean> {
  const [, m, t, p, salt = "", expected = ""] = PHC.exec(phc) ?? [];
  if (m === undefined) throw new Error("Expected the PHC string of an Argon2id hash.");
  const wanted = Buffer.from(expected, "base64");
  const parameters = { memoryCost: Number(m), timeCost: Number(t), parallelism: Number(p) };
  const found = await derive(password, Buffer.from(salt, "base64"), parameters, wanted.length);
  return isSameInConstantTime(found, wanted);
}

function derive(
  password: string,
  salt: Uint8Array,
  { memoryCost: m, timeCost: t, parallelism: p }: Parameters,
  dkLen: number,
): Promise<Uint8Array> {
  return argon2idAsync(new TextEncoder().encode(password), Uint8Array.from(salt), {
    m,
    t,
    p,
    dkLen,
  });
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replace(/=+$/, "");
}
