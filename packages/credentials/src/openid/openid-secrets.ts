/** Secrets of a sign-in: state, nonce, PKCE verifier and code, each of 256 bits. */

import {
  hmacSha256,
  isSameInConstantTime,
  randomBytes,
  sha256,
  toBase64url,
} from "@bourse/kernel/platform";

const CODE = /^oc_[A-Za-z0-9_-]{43}$/;
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

/** A code for the page. */
export function newCode(): string {
  return `oc_${toBase64url(randomBytes(32))}`;
}

/** Id of the document of a code; undefined for a text that is none. */
export function idOfCode(code: string): string | undefined {
  return CODE.test(code) ? sha256(code, "base64url") : undefined;
}

/** True for the SHA-256 of a verifier, base64url. */
export function isChallenge(text: string): boolean {
  return CHALLENGE.test(text);
}

/** True when the challenge is that of the verifier. */
export function isVerifierOf(challenge: string, verifier: string): boolean {
  return VERIFIER.test(verifier) && isSameInConstantTime(sha256(verifier, "base64url"), challenge);
}
