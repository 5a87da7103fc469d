/**
 * A secret of 32 bytes in a file of Web3 secret storage, version 3 (scrypt, AES-128-CTR, Keccak-256).
 *
 * That format's own check covers the ciphertext only and cannot tell a wrong password from a damaged file; ours adds
 * `x-bourse` with what the file is for, the public half, and a SHA-256 of everything else. Other wallets ignore it.
 */
import { createHash, randomUUID } from "node:crypto";

import { SigningKey, Wallet } from "ethers";

import { NodeError } from "../errors.ts";
import { decryptSecret, encryptSecret } from "./keystore-cipher.ts";
import { keystoreFault } from "./keystore-cost.ts";

/** Kind of secret that a file contains. */
export type KeystorePurpose = "wallet" | "encryption";

/** Encryption parameters of a secret. */
export interface KeystoreLock {
  readonly password: string;
  /** scrypt's N, a power of 2. */
  readonly scryptCost: number;
}

/**
 * The file's text. `publicKey` proves on opening that what came out is what went in.
 * Costs one scrypt on a thread of the pool: about 0.3 s and 128 MB at N = 131,072.
 */
export async function sealKeystore(
  secret: Uint8Array,
  about: { readonly purpose: KeystorePurpose; readonly publicKey: string },
  lock: KeystoreLock,
): Promise<string> {
  const crypto = await encryptSecret(secret, lock.password, lock.scryptCost);
  // An X25519 key has no address: what a wallet would compute for it would mislead whoever reads the file.
  const address = about.purpose === "wallet" ? { address: addressOf(secret) } : {};
  const body = { ...address, id: randomUUID(), version: 3, crypto };
  const file = { ...body, "x-bourse": { ...about, sha256: checksum(body) } };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Spells the wallet address in lower case without 0x, which the format asks for. */
function addressOf(secret: Uint8Array): string {
  const key = new SigningKey(`0x${Buffer.from(secret).toString("hex")}`);
  return new Wallet(key).address.slice(2).toLowerCase();
}

/**
 * The secret in the file's text. `publicKeyOf` computes the public half to compare; a file of another tool has none.
 *
 * @throws NodeError KEYSTORE_LOCKED (the password does not fit), KEYSTORE_INVALID
 */
export async function openKeystore(
  text: string,
  file: {
    readonly path: string;
    readonly purpose: KeystorePurpose;
    readonly publicKeyOf: (secret: Uint8Array) => string;
  },
  password: string,
): Promise<Uint8Array> {
  const { expected, crypto } = checkedFile(text, file.path, file.purpose);
  let secret: Uint8Array | undefined;
  try {
    secret = await decryptSecret(crypto, password);
  } catch {
    // The cause stays behind: errors of the key's own code may show what they were given.
    throw damagedError(file.path, "its contents do not decrypt to a key");
  }
  if (secret === undefined) throw lockedError(file.path);
  if (secret.length !== 32) throw damagedError(file.path, "it does not hold 32 bytes");
  if (expected !== null && expected !== file.publicKeyOf(secret)) {
    throw damagedError(file.path, "the key inside is not the one that it names");
  }
  return secret;
}

/** The encrypted part of the file and the public half that it claims; null for a file of another tool. */
function checkedFile(
  text: string,
  path: string,
  purpose: KeystorePurpose,
): { readonly expected: string | null; readonly crypto: Readonly<Record<string, unknown>> } {
  const file = parsed(text);
  if (file?.["version"] !== 3) throw damagedError(path, "it is not of version 3");
  const fault = keystoreFault(file);
  if (fault !== undefined) throw damagedError(path, fault);
  const crypto = (file["crypto"] ?? file["Crypto"]) as Readonly<Record<string, unknown>>;
  const { "x-bourse": mark, ...body } = file;
  if (mark === undefined) return { expected: null, crypto };
  const { purpose: found, publicKey, sha256 } = mark as Record<string, unknown>;
  if (sha256 !== checksum(body)) throw damagedError(path, "its checksum does not fit");
  if (found !== purpose) throw damagedError(path, `it does not hold the ${purpose} key`);
  return { expected: typeof publicKey === "string" ? publicKey : null, crypto };
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function checksum(body: object): string {
  return createHash("sha256").update(JSON.stringify(body)).digest("hex");
}

function lockedError(path: string): NodeError {
  return new NodeError(
    "KEYSTORE_LOCKED",
    `The password does not open ${path}. Give the one that the file was made with.`,
    { details: { path } },
  );
}

/**
 * Creates the error for a keystore file that cannot be used; `reason` completes a sentence and contains no key bytes.
 */
export function damagedError(path: string, reason: string): NodeError {
  return new NodeError(
    "KEYSTORE_INVALID",
    `${path} is not usable: ${reason}. Restore the folder from a backup; nothing was changed in it.`,
    { details: { path } },
  );
}
