/** Secrets of a sign-in: state, nonce, PKCE verifier and code, each of 256 bits. */

import {
  hmacSha256,
  isSameInConstantTime,
  randomBytes,
  sha256,
  toBase64url,
} from "@bourse/kernel/platform";

/** Kinds of codes by their prefix: of a sign-in that ended, and of a person who is to register. */
export type CodeKind = "oc" | "or";

const CODE = /^(?:oc|or)_[A-Za-z0-9_-]{43}$/;
/** A code verifier of RFC 7636, section 4.1. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const STATE = /^[A-Za-z0-9_-]{43}$/;

/** A state, which only the browser and the provider get to know. */
export function newState(): string {
  return toBase64url(randomBytes(32));
}

/** Id of the document of a state; undefined for a text that is none. */
export function idOfState(state: string | null): string | undefined {
  return state !== null && STATE.test(state) ? sha256(`state ${state}`, "base64url") : undefined;
}

/** Nonce and PKCE verifier of a state. They are derived, so that the store need not keep them. */
export function secretsOf(
  key: Uint8Array,
  state: string,
): { readonly nonce: string; readonly codeVerifier: string } {
  return {
    nonce: toBase64url(hmacSha256(key, `nonce ${state}`)),
    codeVerifier: toBase64url(hmacSha256(key, `verifier ${state}`)),
  };
}

/** A code for the page, with the id of its document. */
export function newCode(kind: CodeKind): { readonly code: string; readonly id: string } {
  const code = `${kind}_${toBase64url(randomBytes(32))}`;
  return { code, id: sha256(code, "base64url") };
}

/** Id of the document of a code; undefined for a text that is none, or one of another kind. */
export function idOfCode(kind: CodeKind, code: string): string | undefined {
  return CODE.test(code) && code.startsWith(kind) ? sha256(code, "base64url") : undefined;
}

/** SHA-256 of a verifier in base64url, as sign-ins begin with it. */
export function challengeOf(verifier: string): string {
  return sha256(verifier, "base64url");
}

/** True for the SHA-256 of a verifier, base64url. */
export function isChallenge(text: string): boolean {
  return CHALLENGE.test(text);
}

/** True when the challenge is that of the verifier. */
export function isVerifierOf(challenge: string, verifier: string): boolean {
  return VERIFIER.test(verifier) && isSameInConstantTime(challengeOf(verifier), challenge);
}
