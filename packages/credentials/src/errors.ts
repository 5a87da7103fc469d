import { BourseError, type ErrorOptions } from "@bourse/kernel";

/** Every way in which credentials are refused or cannot be judged. */
export type CredentialsErrorCode =
  /** details.reason: `too_short`, `too_long`, `common`, `unusable_character`. */
  | "PASSWORD_REFUSED"
  /** More hashes wait than the bounded queue holds; details.retryAfterSeconds. */
  | "HASHING_BUSY"
  /** Not a token of ours, or not acceptable here: one code for all, so that a forger learns nothing. */
  | "TOKEN_INVALID"
  /** A token of ours whose time is over. */
  | "TOKEN_EXPIRED"
  /** The stored signing keys cannot be read with this master key. */
  | "SIGNING_KEYS_UNREADABLE"
  /** The file holds no key of 32 bytes in base64url. */
  | "MASTER_KEY_FILE_INVALID"
  /** The store holds sealed keys, and what opens them is not there. */
  | "MASTER_KEY_MISSING";

export class CredentialsError extends BourseError<CredentialsErrorCode> {
  constructor(code: CredentialsErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}
