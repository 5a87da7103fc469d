/** Checks of the fields of an account, for callers who use the core without the contract. */

import { checkPassword, checkEmail as parseEmail, isCredentialsError } from "@bourse/credentials";
import { isLine } from "@bourse/kernel";

import { LEGIBLE, invalid } from "../invalid.ts";

const MAX_NAME = 200;

/** The e-mail address, trimmed. @throws AuthError VALIDATION_ERROR, details.path `email` */
export function checkEmail(email: string): string {
  return named("email", () => parseEmail(email));
}

/** The display name, unchanged. @throws AuthError VALIDATION_ERROR, details.path `name` */
export function checkName(name: string): string {
  if (isLine(name, 0, MAX_NAME)) return name;
  throw invalid("name", `A name is empty, or has 1 to ${MAX_NAME} ${LEGIBLE}.`);
}

/**
 * The password as it is hashed (NFKC); `own` are texts of its account that it must not be.
 *
 * @throws AuthError VALIDATION_ERROR, details.path `path`
 */
export function checkNewPassword(
  password: string,
  path: "password" | "newPassword",
  own: readonly string[],
): string {
  return named(path, () => checkPassword(password, own));
}

/** Runs a check, and turns its refusal into an error that names the field. */
function named(path: string, check: () => string): string {
  try {
    return check();
  } catch (error) {
    if (isCredentialsError(error, "PASSWORD_REFUSED", "EMAIL_REFUSED")) {
      throw invalid(path, error.message);
    }
    throw error;
  }
}
