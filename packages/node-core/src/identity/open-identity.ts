import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import {
  booleanOption,
  integerOption,
  optional,
  replaceFile,
  resolveOptions,
  textOption,
} from "@bourse/kernel";
import { computeAddress, getBytes, hexlify, Wallet } from "ethers";

import type { Hex } from "../address.ts";
import { NodeError } from "../errors.ts";
import { identityOfKeys } from "./identity-of-keys.ts";
import { damagedError, openKeystore, sealKeystore, type KeystoreLock } from "./keystore-file.ts";
import type { NodeIdentity } from "./port.ts";
import { generateX25519, x25519PublicKey } from "./x25519.ts";

/** Options of {@link openIdentity}. */
export interface OpenIdentityOptions {
  /** Folder of `wallet.json` and `encryption.json`; created with mode 0700 when missing. */
  readonly directory: string;
  /** Password of both files. 1–1024 characters. */
  readonly password: string;
  /** Wallet key to import into an empty folder: `0x` and 64 hex digits. In any other folder it must equal the stored key. */
  readonly importPrivateKey?: Hex;
  /** False to refuse instead of creating an identity where there is none. Default true. */
  readonly create?: boolean;
  /** Cost parameter N of scrypt for new files, a power of 2 from 2 to 2^20. Default 131,072: about 0.3 s and 128 MB per file. */
  readonly scryptCost?: number;
}

/**
 * Opens the identity in `directory`, and creates it there when the folder has none.
 *
 * Each of its two files is written atomically, durable and with mode 0600. The encryption key is written before the
 * wallet, so a folder with a wallet has had both: a missing `encryption.json` is an error and never replaced, because
 * data that was sealed to it could not be opened again.
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
  const walletPath = join(settings.directory, "wallet.json");
  const walletText = await readIfPresent(walletPath);
  if (walletText === undefined && !settings.create) throw damagedError(walletPath, "it is missing");
  await mkdir(settings.directory, { recursive: true, mode: 0o700 });
  const encryptionKey = await openEncryptionKey(settings, walletText !== undefined);
  const walletKey = await openWalletKey(walletPath, walletText, imported, settings);
  return identityOfKeys({ walletKey, encryptionKey });
}

interface Settings extends KeystoreLock {
  readonly directory: string;
  readonly importPrivateKey: string | undefined;
}

async function openEncryptionKey(settings: Settings, mustExist: boolean): Promise<Uint8Array> {
  const path = join(settings.directory, "encryption.json");
  const text = await readIfPresent(path);
  if (text !== undefined) {
    const file = { path, purpose: "encryption", publicKeyOf: encryptionPublicHex } as const;
    return openKeystore(text, file, settings.password);
  }
  if (mustExist) throw damagedError(path, "it is missing beside wallet.json");
  const secret = generateX25519();
  const about = { purpose: "encryption", publicKey: encryptionPublicHex(secret) } as const;
  await replaceFile(path, [await sealKeystore(secret, about, settings)]);
  return secret;
}

async function openWalletKey(
  path: string,
  text: string | undefined,
  imported: Uint8Array | null,
  settings: Settings,
): Promise<Uint8Array> {
  if (text === undefined) {
    const secret = imported ?? getBytes(Wallet.createRandom().privateKey);
    const about = { purpose: "wallet", publicKey: walletAddress(secret) } as const;
    await replaceFile(path, [await sealKeystore(secret, about, settings)]);
    return secret;
  }
  const file = { path, purpose: "wallet", publicKeyOf: walletAddress } as const;
  const secret = await openKeystore(text, file, settings.password);
  if (imported !== null && walletAddress(imported) !== walletAddress(secret)) {
    throw new NodeError(
      "KEYSTORE_INVALID",
      `${path} holds the key of ${walletAddress(secret)}, but the one to import is of ${walletAddress(imported)}. ` +
        "Leave the import out, or use another folder.",
      { details: { path } },
    );
  }
  return secret;
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

function walletAddress(secret: Uint8Array): string {
  return computeAddress(hexlify(secret));
}

function encryptionPublicHex(secret: Uint8Array): string {
  return hexlify(x25519PublicKey(secret));
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function isPowerOfTwo(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number.isInteger(Math.log2(value as number));
}
