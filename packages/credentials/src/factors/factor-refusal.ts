import type { ErrorOptions } from "@bourse/kernel";

/** Codes that the error union of a core with second factors must contain. */
type FactorRefusalCode =
  /** The login needs a second factor; details.challenge and details.factors. */
  | "FACTOR_REQUIRED"
  /** The act needs a second factor in this session; details.challenge and details.factors. */
  | "STEP_UP_REQUIRED"
  /** The challenge was answered, has expired, or is another session's. */
  | "CHALLENGE_INVALID"
  /** The input is not of the form that is expected. */
  | "VALIDATION_ERROR"
  /** The service has no passkeys; the message names what is missing. */
  | "PASSKEYS_UNAVAILABLE"
  /** The code is wrong, was used before, or has expired. */
  | "INVALID_CREDENTIALS"
  /** The account has no such factor. */
  | "NOT_FOUND"
  /** The account has as many factors as it may; details.what and details.limit. */
  | "QUOTA_EXCEEDED"
  /** Too many wrong codes; details.retryAfterSeconds. */
  | "RATE_LIMITED";

/** Makes the core's own error, so that one union of codes describes everything the core throws. */
export type RefuseFactor = (
  code: FactorRefusalCode,
  message: string,
  options?: ErrorOptions,
) => Error;
