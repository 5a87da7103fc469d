/** What it costs to open a keystore file, read from the file and bounded before any of it is spent. */

/** scrypt: 1 GiB for the table of 128 · n · r bytes. */
const MOST_SCRYPT_BYTES = 2 ** 30;
/** scrypt: n · r · p, which is 2^20 for the usual n = 131,072, r = 8, p = 1. */
const MOST_SCRYPT_WORK = 2 ** 24;
/** PBKDF2 runs on the main thread: about a second. */
const MOST_PBKDF2_ROUNDS = 2_000_000;

/** Returns the reason for which a parsed file is not opened, as the end of a sentence; undefined when it may be. */
export function keystoreFault(file: Readonly<Record<string, unknown>>): string | undefined {
  const { "x-bourse": mark } = file;
  if (mark !== undefined && !isRecord(mark)) return "its x-bourse is not an object";
  const crypto = file["crypto"] ?? file["Crypto"];
  if (!isRecord(crypto)) return "its crypto is not an object";
  const { kdf, kdfparams } = crypto;
  if (!isRecord(kdfparams)) return "its kdfparams are not an object";
  switch (String(kdf).toLowerCase()) {
    case "scrypt":
      return scryptFault(kdfparams);
    case "pbkdf2":
      return pbkdf2Fault(kdfparams);
    default:
      return "its kdf is neither scrypt nor pbkdf2";
  }
}

function scryptFault({ n, r, p }: Readonly<Record<string, unknown>>): string | undefined {
  if (!isCount(n) || !isCount(r) || !isCount(p)) {
    return "its scrypt parameters n, r and p are not whole numbers from 1";
  }
  if (128 * n * r > MOST_SCRYPT_BYTES) {
    return `its scrypt parameters n ${n} and r ${r} take more than 1 GiB of memory`;
  }
  if (n * r * p > MOST_SCRYPT_WORK) {
    return `its scrypt parameters n ${n}, r ${r} and p ${p} are more work than n · r · p = ${MOST_SCRYPT_WORK}`;
  }
  return undefined;
}

function pbkdf2Fault({ c }: Readonly<Record<string, unknown>>): string | undefined {
  if (!isCount(c)) return "its PBKDF2 parameter c is not a whole number from 1";
  if (c <= MOST_PBKDF2_ROUNDS) return undefined;
  return `its PBKDF2 of ${c} rounds is over the ${MOST_PBKDF2_ROUNDS} that are accepted`;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
