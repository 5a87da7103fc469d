/** Refusals of logins of devices. */

import { AuthError } from "../errors.ts";

/** The error of a limit that was reached. */
export function tooMany(message: string, retryAfterSeconds: number): AuthError {
  return new AuthError("RATE_LIMITED", message, { details: { retryAfterSeconds } });
}

/** The error of a user code that no device waits under. */
export function noDevice(): AuthError {
  const message =
    "No device waits under this code: it was mistyped, decided already, or is older than 15 minutes.";
  return new AuthError("NOT_FOUND", message);
}

/** The error of a device code that opens nothing, now or any more. */
export function expiredCode(): AuthError {
  const message =
    "The device code was used, has expired, or was not issued here; ask for a new one.";
  return new AuthError("EXPIRED_TOKEN", message);
}
