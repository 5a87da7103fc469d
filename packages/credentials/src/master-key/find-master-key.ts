/** The key that seals the signing keys: configured, or made once and kept beside the data for its owner only. */

import { randomBytes } from "node:crypto";
import { mkdir, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";

import { replaceFile } from "@bourse/kernel";

import { CredentialsError } from "../errors.ts";

export interface FoundMasterKey {
  readonly key: Uint8Array;
  /** Whether it was made just now. */
  readonly made: boolean;
  /** Whether others on this machine may read its file. */
  readonly exposed: boolean;
}

const KEY_BYTES = 32;

/** The 32 bytes that `text` spells in base64url or base64; undefined when it doesn't. */
export function masterKeyOf(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_+/-]{43}=?$/.test(text)) return undefined;
  const key = Buffer.from(text, "base64url");
  return key.length === KEY_BYTES ? new Uint8Array(key) : undefined;
}

/**
 * The key in the file at `path`, which is made with mode 0600 when it is not there and `mayMake` says so: for a store
 * without signing keys yes, for one whose keys are sealed already no. `remedy` completes "restore the file, or …".
 *
 * @throws CredentialsError MASTER_KEY_FILE_INVALID, MASTER_KEY_MISSING
 */
export async function findMasterKey(
  path: string,
  mayMake: boolean,
  remedy: string,
): Promise<FoundMasterKey> {
  const text = await read(path);
  if (text === undefined) {
    if (!mayMake) throw missing(path, remedy);
    return { key: await make(path), made: true, exposed: false };
  }
  const key = masterKeyOf(text.trim());
  if (key === undefined) throw invalid(path, remedy);
  return { key, made: false, exposed: await isExposed(path) };
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function make(path: string): Promise<Uint8Array> {
  const key = randomBytes(KEY_BYTES);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await replaceFile(path, [`${key.toString("base64url")}\n`]);
  return new Uint8Array(key);
}

/** Windows has no such bits, and says 0o666 of everything. */
async function isExposed(path: string): Promise<boolean> {
  if (process.platform === "win32") return false;
  return ((await stat(path)).mode & 0o077) !== 0;
}

function invalid(path: string, remedy: string): CredentialsError {
  return new CredentialsError(
    "MASTER_KEY_FILE_INVALID",
    `expected a key of 32 bytes in base64url in ${path}, but it holds something else: restore the file, or ${remedy}.`,
    { details: { path } },
  );
}

function missing(path: string, remedy: string): CredentialsError {
  return new CredentialsError(
    "MASTER_KEY_MISSING",
    `the store holds signing keys, but the master key that sealed them is not in ${path}: restore the file, or ${remedy}.`,
    { details: { path } },
  );
}
