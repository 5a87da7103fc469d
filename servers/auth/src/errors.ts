import { BourseError, type ErrorOptions } from "@bourse/kernel";

/** Every way in which this server itself fails to start. */
export type AuthServerErrorCode =
  /** The file holds no key of 32 bytes in base64url. */
  | "MASTER_KEY_FILE_INVALID"
  /** The store holds sealed keys, and what opens them is not there. */
  | "MASTER_KEY_MISSING";

export class AuthServerError extends BourseError<AuthServerErrorCode> {
  constructor(code: AuthServerErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}
