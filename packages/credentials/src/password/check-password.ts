/** Rules for new passwords: length, no composition rules, no common password (NIST SP 800-63B §5.1.1.2). */

import { CredentialsError } from "../errors.ts";
import { isCommonPassword } from "./common-passwords.ts";

/** Minimum and maximum length of a new password in code points after NFKC normalisation. */
export const PASSWORD_LENGTH: {
  /** Minimum length: 8 code points. */
  readonly min: number;
  /** Maximum length: 128 code points. */
  readonly max: number;
} = Object.freeze({
  min: 8,
  max: 128,
});

/** Reason for which a new password is refused. */
export type PasswordFault = "too_short" | "too_long" | "common" | "unusable_character";

const SENTENCES: Readonly<Record<PasswordFault, string>> = {
  too_short: `A password needs at least ${PASSWORD_LENGTH.min} characters.`,
  too_long: `A password has at most ${PASSWORD_LENGTH.max} characters.`,
  common: "This password is among the most common ones; choose another.",
  unusable_character: "A password may not hold NUL or half of a surrogate pair.",
};

/**
 * Checks a new password and returns it as it is hashed: in NFKC, so that all keyboards spell it alike.
 *
 * @throws CredentialsError PASSWORD_REFUSED, details {reason: PasswordFault}
 */
export function checkPassword(password: string): string {
  const normalised = normalisePassword(password);
  const fault = faultOf(normalised);
  if (fault === undefined) return normalised;
  throw new CredentialsError("PASSWORD_REFUSED", SENTENCES[fault], { details: { reason: fault } });
}

/** A password in NFKC, unchecked: a login with any text must cost the same. */
export function normalisePassword(password: string): string {
  return password.normalize("NFKC");
}

function faultOf(password: string): PasswordFault | undefined {
  if (password.includes("\0") || !password.isWellFormed()) return "unusable_character";
  const length = Array.from(password).length;
  if (length < PASSWORD_LENGTH.min) return "too_short";
  if (length > PASSWORD_LENGTH.max) return "too_long";
  return isCommonPassword(password) ? "common" : undefined;
}
