/** Encryption of small secrets at rest: AES-256-GCM as `base64url(nonce ‖ tag ‖ ciphertext)`, bound to a name. */

import { fromBase64, randomBytes, toBase64url } from "@bourse/kernel/platform";

import { anyText, checkArguments, type ArgumentRule } from "../checked-calls.ts";
import { refuseArgument } from "../checks.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text under a key of 32 bytes by AES-256-GCM: `base64url(nonce ‖ tag ‖ ciphertext)`. It can only be
 * decrypted by {@link unseal} with the same name.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export async function seal(key: Uint8Array, name: string, text: string): Promise<string> {
  checkArguments("seal", { key: sealingKey, name: anyText, text: anyText }, [key, name, text]);
  const nonce = randomBytes(NONCE_BYTES);
  const sealed = await crypto.subtle.encrypt(
    parameters(nonce, name),
    await importKey(key, "encrypt"),
    utf8.encode(text),
  );
  // Web Cryptography puts the tag behind the ciphertext.
  const bytes = new Uint8Array(sealed);
  const end = bytes.length - TAG_BYTES;
  return toBase64url(joined(nonce, bytes.subarray(end), bytes.subarray(0, end)));
}

/**
 * Decrypts what {@link seal} made. Resolves to undefined when key, name or bytes are not the original ones.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export async function unseal(
  key: Uint8Array,
  name: string,
  sealed: string,
): Promise<string | undefined> {
  checkArguments("unseal", { key: sealingKey, name: anyText, sealed: anyText }, [
    key,
    name,
    sealed,
  ]);
  const bytes = fromBase64(sealed);
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = bytes.slice(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const content = joined(bytes.subarray(NONCE_BYTES + TAG_BYTES), tag);
  const opening = await importKey(key, "decrypt");
  try {
    const text = await crypto.subtle.decrypt(parameters(nonce, name), opening, content);
    return new TextDecoder().decode(text);
  } catch {
    return undefined;
  }
}

const KEY_BYTES = 32;
const utf8 = new TextEncoder();

const sealingKey: ArgumentRule = (argument, value) => {
  if (value instanceof Uint8Array && value.length === KEY_BYTES) return;
  refuseArgument(argument, "a key of 32 bytes", value);
};

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

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
