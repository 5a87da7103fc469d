/** Recovery codes: ten for each authenticator, 80 random bits each, accepted once, stored as digests. */

import { randomBytes, sha256 } from "@bourse/kernel/platform";

import { toBase32 } from "./base32.ts";

const CODES = 10;
const CODE_BYTES = 10;
const FORM = /^[a-z2-7]{16}$/;

/** New recovery codes of a factor, for its owner to keep, and what is stored of them. */
export interface NewRecoveryCodes {
  /** Codes in groups of four characters, such as `abcd-efgh-ijkl-mnop`. */
  readonly codes: readonly string[];
  readonly digests: readonly string[];
}

/** Makes the recovery codes of a factor. */
export function newRecoveryCodes(factorId: string): NewRecoveryCodes {
  const plain = Array.from({ length: CODES }, () => toBase32(randomBytes(CODE_BYTES)));
  const codes = plain.map((code) => (code.toLowerCase().match(/.{4}/g) ?? []).join("-"));
  return { codes, digests: codes.map((code) => digestOf(factorId, plainCode(code))) };
}

/** True for a text of the form of a recovery code, in any case, with or without hyphens. */
export function isRecoveryCode(text: string): boolean {
  return FORM.test(plainCode(text));
}

/** The stored form of a factor's recovery code. */
export function recoveryDigest(factorId: string, text: string): string {
  return digestOf(factorId, plainCode(text));
}

function plainCode(text: string): string {
  return text.toLowerCase().replaceAll(/[\s-]/g, "");
}

/** A code has 80 random bits, which a plain digest hides well enough. */
function digestOf(factorId: string, code: string): string {
  return sha256(`${factorId} ${code}`, "base64url");
}
