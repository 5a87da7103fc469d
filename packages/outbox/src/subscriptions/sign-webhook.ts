/** Signatures of webhooks, as Standard Webhooks 1.0 describes them: HMAC-SHA256 over id, time and body. */

import { fromBase64, randomBytes, toBase64url } from "@bourse/kernel/platform";

const PREFIX = "whsec_";
/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 24;

/** A new secret: `whsec_` and 32 characters of base64. */
export function newSecret(): string {
  return PREFIX + toBase64(randomBytes(SECRET_BYTES));
}

/** The header `webhook-signature`: one signature for each secret, `v1,` and base64, separated by spaces. */
export async function signaturesOf(
  secrets: readonly string[],
  message: { readonly id: string; readonly timestamp: number; readonly body: string },
): Promise<string> {
  const { id, timestamp, body } = message;
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const all = secrets.map(async (secret) => `v1,${toBase64(await hmac(secret, signed))}`);
  return (await Promise.all(all)).join(" ");
}

async function hmac(secret: string, signed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const bytes = Uint8Array.from(fromBase64(secret.slice(PREFIX.length)));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, signed));
}

function toBase64(bytes: Uint8Array): string {
  const text = toBase64url(bytes).replaceAll("-", "+").replaceAll("_", "/");
  return text.padEnd(Math.ceil(text.length / 4) * 4, "=");
}
