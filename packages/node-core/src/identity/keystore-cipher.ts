/**
 * The cipher of Web3 secret storage, version 3: AES-128-CTR under a key of scrypt or PBKDF2, with a Keccak-256 check.
 *
 * ethers has it too, but computes scrypt on the main thread unless its function is replaced for the whole process.
 */
import {
  createCipheriv,
  createDecipheriv,
  pbkdf2 as nodePbkdf2,
  randomBytes,
  scrypt as nodeScrypt,
  timingSafeEqual,
} from "node:crypto";
import { promisify } from "node:util";

import { scryptAsync } from "@noble/hashes/scrypt.js";
import { keccak256 } from "ethers";

/** Member `crypto` of a keystore file, as written here. */
export interface KeystoreCipher {
  readonly cipher: "aes-128-ctr";
  readonly cipherparams: { readonly iv: string };
  readonly ciphertext: string;
  readonly kdf: "scrypt";
  readonly kdfparams: {
    readonly dklen: 32;
    readonly n: number;
    readonly r: 8;
    readonly p: 1;
    readonly salt: string;
  };
  readonly mac: string;
}

const CIPHER = "aes-128-ctr";
const KEY_BYTES = 32;
/** Twice what n = 2^20 takes. */
const MAX_SCRYPT_BYTES = 2 ** 31;

/** Encrypts a secret under a key of scrypt with r 8 and p 1. */
export async function encryptSecret(
  secret: Uint8Array,
  password: string,
  n: number,
): Promise<KeystoreCipher> {
  const salt = randomBytes(32).toString("hex");
  const iv = randomBytes(16);
  const kdfparams = { dklen: KEY_BYTES, n, r: 8, p: 1, salt } as const;
  const key = await deriveKey("scrypt", kdfparams, password);
  const cipher = createCipheriv(CIPHER, key.subarray(0, 16), iv);
  const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]);
  return {
    cipher: CIPHER,
    cipherparams: { iv: iv.toString("hex") },
    ciphertext: ciphertext.toString("hex"),
    kdf: "scrypt",
    kdfparams,
    mac: macOf(key, ciphertext).toString("hex"),
  };
}

/**
 * Decrypts the member `crypto` of a keystore file, whose cost was checked; undefined when the password does not fit.
 *
 * @throws Error when a part is missing or is none of the format
 */
export async function decryptSecret(
  crypto: Readonly<Record<string, unknown>>,
  password: string,
): Promise<Uint8Array | undefined> {
  const { cipher, cipherparams, ciphertext: text, kdf, kdfparams, mac } = crypto;
  if (cipher !== CIPHER) throw new Error(`Expected the cipher ${CIPHER}.`);
  const params = kdfparams as Readonly<Record<string, unknown>>;
  const { iv } = cipherparams as Readonly<Record<string, unknown>>;
  const key = await deriveKey(String(kdf).toLowerCase(), params, password);
  const ciphertext = bytesOf(text);
  const expected = bytesOf(mac);
  const found = macOf(key, ciphertext);
  if (expected.length !== found.length || !timingSafeEqual(expected, found)) return undefined;
  const decipher = createDecipheriv(CIPHER, key.subarray(0, 16), bytesOf(iv));
  return new Uint8Array(Buffer.concat([decipher.update(ciphertext), decipher.final()]));
}

/** 32 bytes: the first half encrypts, the second one checks. */
async function deriveKey(
  kdf: string,
  params: Readonly<Record<string, unknown>>,
  password: string,
): Promise<Uint8Array> {
  const secret = Buffer.from(password.normalize("NFKC"), "utf8");
  const salt = bytesOf(params["salt"]);
  if (params["dklen"] !== KEY_BYTES) throw new Error(`Expected a dklen of ${KEY_BYTES}.`);
  if (kdf === "scrypt") {
    const { n: N, r, p } = params as { readonly n: number; readonly r: number; readonly p: number };
    const options = { N, r, p, maxmem: MAX_SCRYPT_BYTES };
    // RFC 7914 allows n < 2^(16r) only, and OpenSSL keeps to it; other wallets write n 262144 with r 1.
    if (N >= 2 ** (16 * r)) return scryptAsync(secret, salt, { ...options, dkLen: KEY_BYTES });
    return scrypt(secret, salt, options);
  }
  const digest = DIGESTS.get(String(params["prf"]));
  if (digest === undefined) throw new Error("Expected the prf hmac-sha256 or hmac-sha512.");
  return promisify(nodePbkdf2)(secret, salt, Number(params["c"]), KEY_BYTES, digest);
}

const DIGESTS = new Map([
  ["hmac-sha256", "sha256"],
  ["hmac-sha512", "sha512"],
]);

/** scrypt on a thread of the pool. */
function scrypt(
  password: Uint8Array,
  salt: Uint8Array,
  options: { readonly N: number; readonly r: number; readonly p: number; readonly maxmem: number },
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    nodeScrypt(password, salt, KEY_BYTES, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

function macOf(key: Uint8Array, ciphertext: Uint8Array): Buffer {
  const text = keccak256(Buffer.concat([key.subarray(16, 32), ciphertext]));
  return Buffer.from(text.slice(2), "hex");
}

function bytesOf(hex: unknown): Buffer {
  const digits = typeof hex === "string" ? hex.replace(/^0x/i, "") : "";
  if (!/^([0-9a-f]{2})+$/i.test(digits)) throw new Error("Expected bytes in hex.");
  return Buffer.from(digits, "hex");
}
