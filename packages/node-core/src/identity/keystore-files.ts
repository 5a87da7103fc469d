/** The two files of an identity, also in the middle of a change of their password. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { hasCode } from "@bourse/kernel";
import type { ReplaceFileOperations } from "@bourse/kernel/files";
import { computeAddress, hexlify } from "ethers";

import { NodeError } from "../errors.ts";
import { damagedError, openKeystore, type KeystorePurpose } from "./keystore-file.ts";
import { x25519PublicKey } from "./x25519.ts";

/** A file of an identity. */
export interface KeystoreFile {
  readonly name: string;
  readonly purpose: KeystorePurpose;
  /** Computes the public half that the file names. */
  readonly publicKeyOf: (secret: Uint8Array) => string;
}

export const KEYSTORE_FILES: Readonly<Record<KeystorePurpose, KeystoreFile>> = {
  encryption: {
    name: "encryption.json",
    purpose: "encryption",
    publicKeyOf: (secret) => hexlify(x25519PublicKey(secret)),
  },
  wallet: {
    name: "wallet.json",
    purpose: "wallet",
    publicKeyOf: (secret) => computeAddress(hexlify(secret)),
  },
};

export function pathIn(directory: string, { name }: KeystoreFile): string {
  return join(directory, name);
}

/** Path of the file under its new password until it takes its place. */
export function nextPath(path: string): string {
  return `${path}.next`;
}

export async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** The secret in the file at `path`; undefined without a file. @throws NodeError KEYSTORE_LOCKED, KEYSTORE_INVALID */
export async function openFileAt(
  path: string,
  file: KeystoreFile,
  password: string,
): Promise<Uint8Array | undefined> {
  const text = await readIfPresent(path);
  return text === undefined ? undefined : openKeystore(text, { ...file, path }, password);
}

/** Puts the file of the new password in its place; without effect when it is there already. */
export async function placeFile(
  path: string,
  { rename }: Pick<ReplaceFileOperations, "rename">,
): Promise<void> {
  try {
    await rename(nextPath(path), path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/**
 * The two secrets of a folder that has both files. A change of the password that was interrupted is finished when the
 * password is the new one; with the old one the files that are in their places open as before.
 *
 * @throws NodeError KEYSTORE_LOCKED, KEYSTORE_INVALID
 */
export async function openSecrets(
  directory: string,
  password: string,
  operations: Pick<ReplaceFileOperations, "rename">,
): Promise<Readonly<Record<KeystorePurpose, Uint8Array>>> {
  const encryption = await openEither(directory, KEYSTORE_FILES.encryption, password);
  const wallet = await openEither(directory, KEYSTORE_FILES.wallet, password);
  // Only when both open: until then the files in their places belong to the old password.
  for (const { isNext, path } of [encryption, wallet]) {
    if (isNext) await placeFile(path, operations);
  }
  return { encryption: encryption.secret, wallet: wallet.secret };
}

interface Opened {
  readonly path: string;
  readonly secret: Uint8Array;
  /** True when the password opened the file that is not in its place yet. */
  readonly isNext: boolean;
}

async function openEither(
  directory: string,
  file: KeystoreFile,
  password: string,
): Promise<Opened> {
  const path = pathIn(directory, file);
  try {
    const secret = await openFileAt(path, file, password);
    if (secret === undefined) throw missingError(path, file);
    return { path, secret, isNext: false };
  } catch (error) {
    if (!hasCode(error, "KEYSTORE_LOCKED")) throw error;
    const secret = await openNext(path, file, password);
    if (secret !== undefined) return { path, secret, isNext: true };
    throw (await isChanging(directory)) ? interruptedError(directory) : error;
  }
}

/**
 * Undefined when there is none, or when it does not open or is of another key: the file in its place is the one to tell
 * of.
 */
async function openNext(
  path: string,
  file: KeystoreFile,
  password: string,
): Promise<Uint8Array | undefined> {
  try {
    const secret = await openFileAt(nextPath(path), file, password);
    if (secret === undefined) return undefined;
    return (await namedKey(path)) === bare(file.publicKeyOf(secret)) ? secret : undefined;
  } catch (error) {
    if (hasCode(error, "KEYSTORE_LOCKED", "KEYSTORE_INVALID")) return undefined;
    throw error;
  }
}

/** Public half that the file at `path` names without a password; undefined when it names none. */
async function namedKey(path: string): Promise<string | undefined> {
  const file = JSON.parse((await readIfPresent(path)) ?? "{}") as {
    readonly address?: unknown;
    readonly "x-bourse"?: { readonly publicKey?: unknown };
  };
  const named = file["x-bourse"]?.publicKey ?? file.address;
  return typeof named === "string" ? bare(named) : undefined;
}

function bare(hex: string): string {
  return hex.toLowerCase().replace(/^0x/, "");
}

async function isChanging(directory: string): Promise<boolean> {
  const texts = await Promise.all(
    Object.values(KEYSTORE_FILES).map((file) => readIfPresent(nextPath(pathIn(directory, file)))),
  );
  return texts.some((text) => text !== undefined);
}

function missingError(path: string, { purpose }: KeystoreFile): NodeError {
  return damagedError(
    path,
    purpose === "encryption" ? "it is missing beside wallet.json" : "it is missing",
  );
}

function interruptedError(directory: string): NodeError {
  return new NodeError(
    "KEYSTORE_LOCKED",
    `The password does not open ${directory}, where a change of the password was interrupted. Give the new password, or the ` +
      "old one if the change had not begun to replace files.",
    { details: { path: directory } },
  );
}
