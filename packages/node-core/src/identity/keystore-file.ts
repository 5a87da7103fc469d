/**
 * A secret of 32 bytes in a file of Web3 secret storage, version 3 (scrypt, AES-128-CTR, Keccak-256).
 *
 * That format's own check covers the ciphertext only and cannot tell a wrong password from a damaged file; ours adds
 * `x-bourse` with what the file is for, the public half, and a SHA-256 of everything else. Other wallets ignore it.
 */
import { createHash, scrypt as nodeScrypt } from "node:crypto";

import { scryptAsync } from "@noble/hashes/scrypt.js";
import {
  decryptKeystoreJson,
  encryptKeystoreJson,
  getBytes,
  hexlify,
  scrypt,
  SigningKey,
  Wallet,
} from "ethers";

import { NodeError } from "../errors.ts";
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
  useNodeScrypt();
  const privateKey = `0x${Buffer.from(secret).toString("hex")}`;
  const { address } = new Wallet(new SigningKey(privateKey));
  const text = await encryptKeystoreJson({ address, privateKey }, lock.password, {
    scrypt: { N: lock.scryptCost, r: 8, p: 1 },
  });
  const { Crypto: crypto, ...rest } = JSON.parse(text) as Record<string, unknown>;
  // An X25519 key has no address: what ethers computes for it would mislead whoever reads the file.
  if (about.purpose === "encryption") delete rest["address"];
  const body = { ...rest, crypto };
  const file = { ...body, "x-bourse": { ...about, sha256: checksum(body) } };
  return `${JSON.stringify(file, null, 2)}\n`;
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
  useNodeScrypt();
  const expected = checkedMark(text, file.path, file.purpose);
  let secret: Uint8Array;
  try {
    secret = getBytes((await decryptKeystoreJson(text, password)).privateKey);
  } catch (error) {
    // The cause stays behind: errors of the key's own code may show what they were given.
    if (isWrongPassword(error)) throw lockedError(file.path);
    throw damagedError(file.path, "its contents do not decrypt to a key");
  }
  if (expected !== null && expected !== file.publicKeyOf(secret)) {
    throw damagedError(file.path, "the key inside is not the one that it names");
  }
  return secret;
}

/** The public half that the file claims; null for a file of another tool. */
function checkedMark(text: string, path: string, purpose: KeystorePurpose): string | null {
  const file = parsed(text);
  if (file?.["version"] !== 3) throw damagedError(path, "it is not of version 3");
  const fault = keystoreFault(file);
  if (fault !== undefined) throw damagedError(path, fault);
  const { "x-bourse": mark, ...body } = file;
  if (mark === undefined) return null;
  const { purpose: found, publicKey, sha256 } = mark as Record<string, unknown>;
  if (sha256 !== checksum(body)) throw damagedError(path, "its checksum does not fit");
  if (found !== purpose) throw damagedError(path, `it does not hold the ${purpose} key`);
  return typeof publicKey === "string" ? publicKey : null;
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

function isWrongPassword(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("incorrect password");
}

function lockedError(path: string): NodeError {
  return new NodeError(
    "KEYSTORE_LOCKED",
    `The password does not open ${path}. Give the one that the file was made with.`,
    { details: { path } },
  );
}

/** Creates the error for a keystore file that cannot be used; `reason` completes a sentence and contains no key bytes. */
export function damagedError(path: string, reason: string): NodeError {
  return new NodeError(
    "KEYSTORE_INVALID",
    `${path} is not usable: ${reason}. Restore the folder from a backup; nothing was changed in it.`,
    { details: { path } },
  );
}

/** Twice what N = 2^20 takes: a file that asks for more is refused instead of filling the memory. */
const MAX_SCRYPT_BYTES = 2 ** 31;

let registered = false;

/** ethers' scrypt blocks the event loop for half a second; node:crypto's runs on a thread of the pool. */
function useNodeScrypt(): void {
  if (registered) return;
  registered = true;
  scrypt.register(
    (password, salt, N, r, p, length) =>
      new Promise((resolve, reject) => {
        // RFC 7914 allows n < 2^(16r) only, and OpenSSL keeps to it; other wallets write n 262144 with r 1.
        if (N >= 2 ** (16 * r)) {
          const options = { N, r, p, dkLen: length, maxmem: MAX_SCRYPT_BYTES };
          scryptAsync(password, salt, options).then((key) => resolve(hexlify(key)), reject);
          return;
        }
        const options = { N, r, p, maxmem: MAX_SCRYPT_BYTES };
        nodeScrypt(password, salt, length, options, (error, key) => {
          if (error === null) resolve(`0x${key.toString("hex")}`);
          else reject(error);
        });
      }),
  );
}
