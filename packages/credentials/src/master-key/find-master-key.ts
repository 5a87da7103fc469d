/**
 * Master key, which encrypts the signing keys and seals the checksums of the store: read from a file that is created
 * once with mode 0600.
 */

import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";

import { makeFolder, replaceFile } from "@bourse/kernel/files";
import { randomBytes, toBase64url } from "@bourse/kernel/platform";

import { CredentialsError } from "../errors.ts";
import { MASTER_KEY_BYTES, masterKeyOf } from "./master-key-text.ts";

/** Options of {@link findMasterKey}. */
export interface MasterKeyFile {
  /** Path of the file; it is created with mode 0600, its directory with mode 0700. */
  readonly path: string;
  /**
   * True when there is no store yet; only then is a missing key created, as a store needs the key that it was made
   * with.
   */
  readonly isNew: boolean;
  /** Name of the environment variable that may hold the key instead, for error messages. */
  readonly variable: string;
  /** Called with a sentence when the file was created, or when other users of this machine may read it. */
  readonly warn: (message: string) => void;
}

/** A master key from its file. */
export interface FoundMasterKey {
  /** The key, 32 bytes. */
  readonly key: Uint8Array;
  /** True when the file was created just now. */
  readonly made: boolean;
}

/**
 * Reads the master key from its file. A missing file is created, unless there is a store already, which was written
 * under another master key.
 *
 * @throws CredentialsError MASTER_KEY_FILE_INVALID, MASTER_KEY_MISSING
 */
export async function findMasterKey(file: MasterKeyFile): Promise<FoundMasterKey> {
  const { path, isNew, warn } = file;
  const text = await read(path);
  if (text === undefined) {
    if (!isNew) throw missing(file);
    const key = await make(path);
    warn(`master key created in ${path}: keep a copy; without it the store cannot be opened`);
    return { key, made: true };
  }
  const key = masterKeyOf(text.trim());
  if (key === undefined) throw invalid(file);
  if (await isExposed(path)) {
    warn(`${path} is readable by other users of this machine: run chmod 600 on it`);
  }
  return { key, made: false };
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
  const key = randomBytes(MASTER_KEY_BYTES);
  await makeFolder(dirname(path));
  await replaceFile(path, [`${toBase64url(key)}\n`]);
  return key;
}

/** Always false on Windows, which has no permission bits and reports 0o666 for every file. */
async function isExposed(path: string): Promise<boolean> {
  if (process.platform === "win32") return false;
  return ((await stat(path)).mode & 0o077) !== 0;
}

function invalid({ path, variable }: MasterKeyFile): CredentialsError {
  return new CredentialsError(
    "MASTER_KEY_FILE_INVALID",
    `expected a key of 32 bytes in base64url in ${path}, but it holds something else: restore the file, or set ${variable}.`,
    { details: { path } },
  );
}

function missing({ path, variable }: MasterKeyFile): CredentialsError {
  return new CredentialsError(
    "MASTER_KEY_MISSING",
    `there is a store, but the master key that it was written under is not in ${path}: restore the file, or set ${variable}.`,
    { details: { path } },
  );
}
