/**
 * The form of a token before anybody computes anything: three parts of canonical base64url (RFC 7515 §3.1, RFC 4648
 * §3.5), so that one token has one spelling and no caller can make us work on a malformed one.
 */

/** A compact JWS, taken apart; the signature is not checked. */
export interface CompactToken {
  readonly header: Readonly<Record<string, unknown>>;
}

/** Characters of the longest token that anybody looks at. */
export const MAX_TOKEN_LENGTH = 4096;
const PARTS = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;

/** The token's parts, or undefined when it is not a canonical compact JWS with a JSON object for a header. */
export function parseCompactToken(token: string): CompactToken | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  const match = PARTS.exec(token);
  if (match === null) return undefined;
  const [, header = "", payload = "", signature = ""] = match;
  if (![header, payload, signature].every(isCanonical)) return undefined;
  const parsed = parseObject(Buffer.from(header, "base64url").toString("utf8"));
  return parsed === undefined ? undefined : { header: parsed };
}

/** No padding, no left-over bits: the only spelling of its bytes. */
function isCanonical(part: string): boolean {
  return Buffer.from(part, "base64url").toString("base64url") === part;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
