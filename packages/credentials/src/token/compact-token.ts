/**
 * The form of a token before anybody computes anything: three parts of canonical base64url (RFC 7515 §3.1, RFC 4648
 * §3.5), so that one token has one spelling and no caller can make us work on a malformed one.
 */

/** A compact JWS, taken apart; the signature is not checked. */
export interface CompactToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Buffer;
  readonly signature: Buffer;
  /** What the signature is of: header and payload as they came. */
  readonly signed: Buffer;
}

/** Characters of the longest token that anybody looks at. */
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
  const signed = Buffer.from(token.slice(0, token.lastIndexOf(".")), "latin1");
  return { header: parsed, payload, signature, signed };
}

/** Undefined unless the part is the only spelling of its bytes: no padding, no left-over bits. */
function bytesOf(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, "base64url");
  return bytes.toString("base64url") === part ? bytes : undefined;
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The JSON object (RFC 8259) that these bytes of UTF-8 are; undefined where they are none. */
export function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(strict.decode(bytes));
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
