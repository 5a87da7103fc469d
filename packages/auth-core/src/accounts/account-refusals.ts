/** Refusals of acts on accounts. */

import { hasCode } from "@bourse/kernel";

import { AuthError } from "../errors.ts";

/** The error of a failed login: the same for an unknown address, a wrong password and a disabled account. */
export function wrongCredentials(): AuthError {
  return new AuthError("INVALID_CREDENTIALS", "E-mail or password is wrong.");
}

/** The error of an owner who does not know the password. */
export function wrongPassword(): AuthError {
  return new AuthError("INVALID_CREDENTIALS", "The current password is wrong.");
}

/** The error of an owner whose account has no password. */
export function noPassword(): AuthError {
  const message =
    "The account has no password: ask for the link of a forgotten password, and choose one.";
  return new AuthError("INVALID_CREDENTIALS", message);
}

/** The error of an id that no account has. */
export function noAccount(): AuthError {
  return new AuthError("NOT_FOUND", "There is no such account.");
}

/** Rejects with EMAIL_TAKEN where the store refused a second account of one address, else with `error` itself. */
export function emailTaken(error: unknown): never {
  if (!hasCode(error, "STORE_DUPLICATE")) throw error;
  throw emailHeld(error);
}

/** The error of an address that another account has. */
export function emailHeld(cause?: unknown): AuthError {
  const message = "Another account has this e-mail address; log in with it.";
  return new AuthError("EMAIL_TAKEN", message, cause === undefined ? {} : { cause });
}
