import type { ErrorOptions } from "@bourse/kernel";

/** Codes that the error union of a core with OpenID sign-ins must contain. */
type OpenIdRefusalCode =
  /** No providers are set up. */
  | "OIDC_UNAVAILABLE"
  /** The code was used, has expired, or is another browser's. */
  | "OIDC_CODE_INVALID"
  /** There is no such provider, or the account has no such identity. */
  | "NOT_FOUND"
  /** The challenge has a wrong form; details.path. */
  | "VALIDATION_ERROR"
  /** The identity is linked already. */
  | "CONFLICT"
  /** The account has as many identities as it may; details.what and details.limit. */
  | "QUOTA_EXCEEDED"
  /** Too many sign-ins were begun; details.retryAfterSeconds. */
  | "RATE_LIMITED";

/** Makes the core's own error, so that one union of codes describes everything the core throws. */
export type RefuseOpenId = (
  code: OpenIdRefusalCode,
  message: string,
  options?: ErrorOptions,
) => Error;
