import { rename } from "node:fs/promises";

import { booleanOption, integerOption, optional, resolveOptions, textOption } from "@bourse/kernel";
import { makeFolder, replaceFile } from "@bourse/kernel/files";
import { getBytes, Wallet } from "ethers";

import type { Hex } from "../address.ts";
import { NodeError } from "../errors.ts";
import { identityOfKeys } from "./identity-of-keys.ts";
import { damagedError, sealKeystore, type KeystoreLock } from "./keystore-file.ts";
import {
  KEYSTORE_FILES,
  openFileAt,
  openSecrets,
  pathIn,
  readIfPresent,
  type KeystoreFile,
} from "./keystore-files.ts";
import type { NodeIdentity } from "./port.ts";
import { generateX25519 } from "./x25519.ts";

/** Options of {@link openIdentity}. */
export interface OpenIdentityOptions {
  /** Folder of `wallet.json` and `encryption.json`; created with mode 0700 when missing. */
  readonly directory: string;
  /** Password of both files. 1–1024 characters. */
  readonly password: string;
  /**
   * Wallet key to import into an empty folder: `0x` and 64 hex digits. In any other folder it must equal the stored
   * key.
   */
  readonly importPrivateKey?: Hex;
  /** False to refuse instead of creating an identity where there is none. Default true. */
  readonly create?: boolean;
  /**
   * Cost parameter N of scrypt for new files, a power of 2 from 2 to 2^20. Default 131,072: about 0.3 s and 128 MB per
   * file.
   */
  readonly scryptCost?: number;
}

/**
 * Opens the identity in `directory`, and creates it there when the folder has none.
 *
 * Each of its two files is written atomically, durable and with mode 0600. The encryption key is written before the
 * wallet, so a folder with a wallet has had both: a missing `encryption.json` is an error and never replaced, because
 * data that was sealed to it could not be opened again. A change of the password that was interrupted
 * ({@link changeKeystorePassword}) is finished when the password is the new one.
 *
 * @throws NodeError KEYSTORE_LOCKED (a wrong password), KEYSTORE_INVALID (a file is missing, damaged or of another
 * key), VALIDATION_ERROR (details.field `importPrivateKey`: no key at all); KernelError OPTION_INVALID; the system's
 * error when the folder cannot be read or written
 */
export async function openIdentity(options: OpenIdentityOptions): Promise<NodeIdentity> {
  const settings = resolveOptions<Settings & { readonly create: boolean }>(
    "openIdentity",
    options,
    {
      directory: textOption({ maxLength: 4096 }),
      password: textOption({ maxLength: 1024 }),
      importPrivateKey: optional(textOption({ minLength: 0 })),
      create: booleanOption({ default: true }),
      scryptCost: {
        ...integerOption({ min: 2, max: 2 ** 20, default: 2 ** 17 }),
        expected: "a power of 2 from 2 to 1048576",
        accepts: (value) => isPowerOfTwo(value) && value >= 2 && value <= 2 ** 20,
      },
    },
  );
  const imported =
    settings.importPrivateKey === undefined ? null : walletKeyOf(settings.importPrivateKey);
  const walletPath = pathIn(settings.directory, KEYSTORE_FILES.wallet);
  const isThere = (await readIfPresent(walletPath)) !== undefined;
  if (!isThere && !settings.create) throw damagedError(walletPath, "it is missing");
  await makeFolder(settings.directory);
  if (!isThere) return createFiles(settings, imported);
  const { encryption, wallet } = await openSecrets(settings.directory, settings.password, {
    rename,
  });
  if (imported !== null) checkImport(walletPath, imported, wallet);
  return identityOfKeys({ walletKey: wallet, encryptionKey: encryption });
}

interface Settings extends KeystoreLock {
  readonly directory: string;
  readonly importPrivateKey: string | undefined;
}

async function createFiles(settings: Settings, imported: Uint8Array | null): Promise<NodeIdentity> {
  const { directory, password } = settings;
  const path = pathIn(directory, KEYSTORE_FILES.encryption);
  // A start that ended between the two files has left one.
  const found = await openFileAt(path, KEYSTORE_FILES.encryption, password);
  const encryptionKey = found ?? generateX25519();
  if (found === undefined) await writeFile(KEYSTORE_FILES.encryption, encryptionKey, settings);
  const walletKey = imported ?? getBytes(Wallet.createRandom().privateKey);
  await writeFile(KEYSTORE_FILES.wallet, walletKey, settings);
  return identityOfKeys({ walletKey, encryptionKey });
}

async function writeFile(
  file: KeystoreFile,
  secret: Uint8Array,
  settings: Settings,
): Promise<void> {
  const about = { purpose: file.purpose, publicKey: file.publicKeyOf(secret) };
  const text = await sealKeystore(secret, about, settings);
  await replaceFile(pathIn(settings.directory, file), [text]);
}

/** @throws NodeError KEYSTORE_INVALID */
function checkImport(path: string, imported: Uint8Array, stored: Uint8Array): void {
  const [given, found] = [imported, stored].map(KEYSTORE_FILES.wallet.publicKeyOf);
  if (given === found) return;
  throw new NodeError(
    "KEYSTORE_INVALID",
    `${path} holds the key of ${found}, but the one to import is of ${given}. ` +
      "Leave the import out, or use another folder.",
    { details: { path } },
  );
}

/** The bytes of a private key as text; its message never shows any of it. */
function walletKeyOf(text: string): Uint8Array {
  try {
    if (/^0x[0-9a-fA-F]{64}$/.test(text)) return getBytes(new Wallet(text).privateKey);
  } catch {
    // Zero, or not below the order of the group: told like any other text that is no key.
  }
  throw new NodeError(
    "VALIDATION_ERROR",
    "The private key to import must be 0x and 64 hex digits, of a secp256k1 key.",
    { details: { field: "importPrivateKey" } },
  );
}

function isPowerOfTwo(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number.isInteger(Math.log2(value as number));
}
