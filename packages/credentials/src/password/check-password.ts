/**
 * Rules for new passwords: length, no composition rules, and none that an attacker tries first: common ones, patterns,
 * and words of the account itself (NIST SP 800-63B §5.1.1.2).
 */

import { anyText, listOf, textLength } from "@bourse/kernel";

import { CredentialsError } from "../errors.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { isOwnWord } from "./own-words.ts";
import { isPredictable } from "./predictable.ts";

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
export type PasswordFault =
  | "too_short"
  | "too_long"
  | "blank"
  | "common"
  | "predictable"
  | "own_word"
  | "unusable_character";

const SENTENCES: Readonly<Record<PasswordFault, string>> = {
  too_short: `A password needs at least ${PASSWORD_LENGTH.min} characters.`,
  too_long: `A password has at most ${PASSWORD_LENGTH.max} characters.`,
  blank: "A password needs characters that can be seen.",
  common: "This password is among the most common ones; choose another.",
  predictable:
    "This password repeats itself or follows the keyboard, the alphabet or the digits; choose another.",
  own_word: "This password is a name or the e-mail address of its own account; choose another.",
  unusable_character: "A password may not hold NUL or half of a surrogate pair.",
};

/**
 * Checks a new password and returns it as it is hashed: in NFKC, so that all keyboards spell it alike. `own` are texts
 * that everybody knows of the account, such as its username and e-mail address; a password that is one of them, or a
 * word of one, is refused. Default: none.
 *
 * @throws CredentialsError PASSWORD_REFUSED, details {reason: PasswordFault}
 */
export function checkPassword(password: string, own: readonly string[] = []): string {
  const normalised = normalisePassword(password);
  listOf(anyText)("own", own);
  const fault = faultOf(normalised, own);
  if (fault === undefined) return normalised;
  throw new CredentialsError("PASSWORD_REFUSED", SENTENCES[fault], { details: { reason: fault } });
}

/** A password in NFKC, unchecked: a login with any text must cost the same. */
export function normalisePassword(password: string): string {
  anyText("password", password);
  return password.normalize("NFKC");
}

function faultOf(password: string, own: readonly string[]): PasswordFault | undefined {
  if (password.includes("\0") || !password.isWellFormed()) return "unusable_character";
  const length = Array.from(password).length;
  if (length < PASSWORD_LENGTH.min) return "too_short";
  if (length > PASSWORD_LENGTH.max) return "too_long";
  if (textLength(password).visible === 0) return "blank";
  return guessOf(password, own);
}

/** The reason for which an attacker would guess the password; undefined without one. */
function guessOf(password: string, own: readonly string[]): PasswordFault | undefined {
  if (isCommonPassword(password)) return "common";
  if (isOwnWord(password, own)) return "own_word";
  const isGuessed = (piece: string): boolean => guessOf(piece, own) !== undefined;
  return isPredictable(password, isGuessed) ? "predictable" : undefined;
}
