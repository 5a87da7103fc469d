/**
 * Another password for the two files of an identity, so that after a crash at any point one of the two passwords opens
 * both files.
 *
 * The new files are written beside the old ones and read back. Until the first of them takes its place the old password
 * holds; from then on the new one does: a file that still stands beside its place is found there (keystore-files.ts).
 */
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

import { integerOption, optional, portOption, resolveOptions, textOption } from "@bourse/kernel";
import { replaceFile, type ReplaceFileOperations } from "@bourse/kernel/files";

import { sealKeystore } from "./keystore-file.ts";
import {
  KEYSTORE_FILES,
  nextPath,
  openFileAt,
  openSecrets,
  placeFile,
  pathIn,
  type KeystoreFile,
} from "./keystore-files.ts";

/** Options of {@link changeKeystorePassword}. */
export interface ChangeKeystorePasswordOptions {
  /** Folder of `wallet.json` and `encryption.json`. */
  readonly directory: string;
  /** Password of both files. 1–1024 characters. */
  readonly password: string;
  /** New password of both files. 1–1024 characters. */
  readonly newPassword: string;
  /**
   * Cost parameter N of scrypt for the new files, a power of 2 from 2 to 2^20. Default 131,072: about 0.3 s and 128 MB
   * per file.
   */
  readonly scryptCost?: number;
  /** File operations to use. Default: `node:fs/promises`. */
  readonly files?: ReplaceFileOperations;
}

/**
 * Gives both files of an identity another password; their keys stay. The new files are read back and opened before an
 * old one is replaced. After a crash, {@link openIdentity} opens the folder with the old password or with the new one.
 *
 * @throws NodeError KEYSTORE_LOCKED (a wrong password), KEYSTORE_INVALID (a file is missing or damaged); KernelError
 * OPTION_INVALID; the system's error when the folder cannot be read or written
 */
export async function changeKeystorePassword(
  options: ChangeKeystorePasswordOptions,
): Promise<void> {
  const { directory, password, newPassword, scryptCost, files } = resolveOptions<
    Required<Omit<ChangeKeystorePasswordOptions, "files">> & {
      readonly files: ReplaceFileOperations | undefined;
    }
  >("changeKeystorePassword", options, {
    directory: textOption({ maxLength: 4096 }),
    password: textOption({ maxLength: 1024 }),
    newPassword: textOption({ maxLength: 1024 }),
    scryptCost: integerOption({ min: 2, max: 2 ** 20, default: 2 ** 17 }),
    files: optional(portOption<ReplaceFileOperations>(["open", "rename", "rm"])),
  });
  const operations = files ?? { open, rename, rm };
  const secrets = await openSecrets(directory, password, operations);
  const written: [KeystoreFile, Uint8Array][] = [
    [KEYSTORE_FILES.encryption, secrets.encryption],
    [KEYSTORE_FILES.wallet, secrets.wallet],
  ];
  for (const [file, secret] of written) {
    const { purpose, publicKeyOf } = file;
    const about = { purpose, publicKey: publicKeyOf(secret) };
    const text = await sealKeystore(secret, about, { password: newPassword, scryptCost });
    await replaceFile(nextPath(pathIn(directory, file)), [text], { files: operations });
  }
  for (const [file, secret] of written) {
    const found = await openFileAt(nextPath(pathIn(directory, file)), file, newPassword);
    if (found === undefined || !Buffer.from(found).equals(secret)) {
      throw new Error(`${nextPath(pathIn(directory, file))} does not hold what was written to it.`);
    }
  }
  for (const [file] of written) await placeFile(pathIn(directory, file), operations);
  const folder = await operations.open(dirname(pathIn(directory, KEYSTORE_FILES.wallet)), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
