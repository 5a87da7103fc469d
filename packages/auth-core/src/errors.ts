import { BourseError, type ErrorOptions } from "@bourse/kernel";

/** Every way in which access control refuses. A server maps each to a status in its `translate.ts`. */
export type AuthErrorCode =
  /** details.path names the field. */
  | "VALIDATION_ERROR"
  /** No credentials where some are needed. */
  | "UNAUTHORIZED"
  /** Unknown e-mail, wrong password, disabled account: one answer for all three. */
  | "INVALID_CREDENTIALS"
  | "TOKEN_EXPIRED"
  | "INVALID_TOKEN"
  /** Unknown, malformed, revoked, expired, or of a disabled account. */
  | "INVALID_API_KEY"
  /** details.permission names what is missing. */
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "EMAIL_TAKEN"
  | "CONFLICT"
  /** details.retryAfterSeconds. */
  | "RATE_LIMITED"
  /** Too many passwords are being hashed; details.retryAfterSeconds. */
  | "BUSY";

export class AuthError extends BourseError<AuthErrorCode> {
  constructor(code: AuthErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}
