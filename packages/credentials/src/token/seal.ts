/** Encryption of small secrets at rest: AES-256-GCM as `base64url(nonce ‖ tag ‖ ciphertext)`, bound to a name. */

import { fromBase64, randomBytes, toBase64url } from "@bourse/kernel/platform";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `text` encrypted under `key` (32 bytes); it can only be decrypted with the same `name`. */
export async function seal(key: Uint8Array, name: string, text: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES);
  const sealed = await crypto.subtle.encrypt(
    parameters(nonce, name),
    await importKey(key, "encrypt"),
    utf8.encode(text),
  );
  // Web Cryptography puts the tag behind the ciphertext.
  const bytes = new Uint8Array(sealed);
  const end = bytes.length - TAG_BYTES;
  return toBase64url(Uint8Array.of(...nonce, ...bytes.subarray(end), ...bytes.subarray(0, end)));
}

/** The decrypted text, or undefined when key, name or bytes are not the original ones. */
export async function unseal(
  key: Uint8Array,
  name: string,
  sealed: string,
): Promise<string | undefined> {
  const bytes = fromBase64(sealed);
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = bytes.slice(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const content = Uint8Array.of(...bytes.subarray(NONCE_BYTES + TAG_BYTES), ...tag);
  const opening = await importKey(key, "decrypt");
  try {
    const text = await crypto.subtle.decrypt(parameters(nonce, name), opening, content);
    return new TextDecoder().decode(text);
  } catch {
    return undefined;
  }
}

const utf8 = new TextEncoder();

function parameters(nonce: Uint8Array, name: string) {
  return {
    name: "AES-GCM",
    iv: Uint8Array.from(nonce),
    additionalData: utf8.encode(name),
    tagLength: TAG_BYTES * 8,
  };
}

function importKey(key: Uint8Array, usage: "encrypt" | "decrypt") {
  return crypto.subtle.importKey("raw", Uint8Array.from(key), "AES-GCM", false, [usage]);
}
