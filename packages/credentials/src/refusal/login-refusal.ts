/** The errors that logins end in, made by the core that owns the accounts. */

import type { ErrorOptions } from "@bourse/kernel";

/** Codes that the error union of a core with logins must contain. */
export type LoginRefusalCode =
  /** The access or refresh token was valid once; its time is over. */
  | "TOKEN_EXPIRED"
  /** The access or refresh token is malformed, forged, or its session has ended. */
  | "INVALID_TOKEN"
  /** The caller has no such session. */
  | "NOT_FOUND"
  /** Too many failed logins or registrations; details.retryAfterSeconds. */
  | "RATE_LIMITED"
  /** Too many passwords are being hashed; details.retryAfterSeconds. */
  | "BUSY";

/** Makes the core's own error, so that one union of codes describes everything the core throws. */
export type RefuseLogin = (
  code: LoginRefusalCode,
  message: string,
  options?: ErrorOptions,
) => Error;
