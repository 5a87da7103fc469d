/**
 * Parsing of compact tokens: three parts of canonical base64url (RFC 7515 §3.1, RFC 4648 §3.5), so that one token has
 * one spelling and a malformed one costs no cryptography.
 */

import { fromBase64, toBase64url } from "@bourse/kernel/platform";

/** A parsed compact JWS; its signature is not checked. */
export interface CompactToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Uint8Array;
  readonly signature: Uint8Array;
  /** Signed bytes: header and payload as they were received. */
  readonly signed: Uint8Array;
}

/** Maximum length of a token in characters; longer ones are refused without parsing. */
export const MAX_TOKEN_LENGTH = 4096;
const PARTS = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;

/** The token's parts, or undefined when it is not a canonical compact JWS with a JSON object for a header. */
export function parseCompactToken(token: string): CompactToken | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  const match = PARTS.exec(token);
  if (match === null) return undefined;
  const [header, payload, signature] = match.slice(1).map(bytesOf);
  if (header === undefined || payload === undefined || signature === undefined) return undefined;
  const parsed = parseObject(header);
  if (parsed === undefined) return undefined;
  const signed = ascii.encode(token.slice(0, token.lastIndexOf(".")));
  return { header: parsed, payload, signature, signed };
}

/** Undefined unless the part is the only spelling of its bytes: no padding, no left-over bits. */
function bytesOf(part: string): Uint8Array | undefined {
  const bytes = fromBase64(part);
  return toBase64url(bytes) === part ? bytes : undefined;
}

const ascii = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The JSON object (RFC 8259) in these UTF-8 bytes; undefined for anything else. */
export function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(strict.decode(bytes));
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
