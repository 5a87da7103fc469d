/** Master key, which encrypts the signing keys: read from a file that is created once with mode 0600. */

import { randomBytes } from "node:crypto";
import { mkdir, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";

import { replaceFile } from "@bourse/kernel";

import { CredentialsError } from "../errors.ts";

/** A master key and the state of its file. */
export interface FoundMasterKey {
  /** The key, 32 bytes. */
  readonly key: Uint8Array;
  /** True when the file was created just now. */
  readonly made: boolean;
  /** True when other users of this machine may read the file. */
  readonly exposed: boolean;
}

const KEY_BYTES = 32;

/** The 32 bytes that `text` encodes in base64url or base64; undefined when it encodes anything else. */
export function masterKeyOf(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_+/-]{43}=?$/.test(text)) return undefined;
  const key = Buffer.from(text, "base64url");
  return key.length === KEY_BYTES ? new Uint8Array(key) : undefined;
}

/**
 * The key in the file at `path`. A missing file is created with mode 0600 if `mayMake` is true; it must be false when
 * the store already holds encrypted signing keys. `remedy` completes the error message "restore the file, or …".
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

/** Always false on Windows, which has no permission bits and reports 0o666 for every file. */
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
