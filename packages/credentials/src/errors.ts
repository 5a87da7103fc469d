import { BourseError, type ErrorOptions } from "@bourse/kernel";

/** Codes of the errors of this package. */
export type CredentialsErrorCode =
  /** A new password breaks the rules; details.reason: `too_short`, `too_long`, `common`, `unusable_character`. */
  | "PASSWORD_REFUSED"
  /** The queue of password hashes is full; details.retryAfterSeconds. */
  | "HASHING_BUSY"
  /** The stored signing keys cannot be decrypted with this master key, or the set is incomplete. */
  | "SIGNING_KEYS_UNREADABLE"
  /** The file does not contain a key of 32 bytes in base64url; details.path. */
  | "MASTER_KEY_FILE_INVALID"
  /** The store holds encrypted signing keys, but the file of the master key is missing; details.path. */
  | "MASTER_KEY_MISSING";

/** An error of this package. */
export class CredentialsError extends BourseError<CredentialsErrorCode> {
  constructor(code: CredentialsErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}
