import { BourseError, type ErrorOptions } from "@bourse/kernel";

/** Codes of the errors of access control; a server maps each to an HTTP status. */
export type AuthErrorCode =
  /** A field is not acceptable; details.path names it. */
  | "VALIDATION_ERROR"
  /** No credentials were sent. */
  | "UNAUTHORIZED"
  /** Unknown e-mail, wrong password, disabled account: one answer for all three. */
  | "INVALID_CREDENTIALS"
  /** The access or refresh token was valid once; its time is over. */
  | "TOKEN_EXPIRED"
  /** The access or refresh token is malformed, forged, or its session has ended. */
  | "INVALID_TOKEN"
  /** The API key is unknown, malformed, revoked, expired, or its owner is disabled. */
  | "INVALID_API_KEY"
  /** The caller lacks a permission; details.permission names it. */
  | "FORBIDDEN"
  /** There is no such record, or it belongs to somebody else. */
  | "NOT_FOUND"
  /** An account with this e-mail address exists. */
  | "EMAIL_TAKEN"
  /** The record exists already, or its status may not change like this; then details.from and details.to. */
  | "CONFLICT"
  /** Too many failed logins or registrations; details.retryAfterSeconds. */
  | "RATE_LIMITED"
  /** Too many passwords are being hashed; details.retryAfterSeconds. */
  | "BUSY";

/** An error of access control. */
export class AuthError extends BourseError<AuthErrorCode> {
  constructor(code: AuthErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}
