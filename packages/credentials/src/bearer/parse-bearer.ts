/** The `Authorization` header of a request that carries an access token (RFC 6750 §2.1). */

import { anyText } from "@bourse/kernel";

/**
 * The token of an `Authorization` header with the scheme `Bearer` (in any case), or undefined for a missing header or
 * another scheme. The scheme alone is an empty token, which verifies as INVALID_TOKEN, not a missing credential.
 */
export function parseBearer(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  anyText("authorization", authorization);
  const found = /^bearer(?: +(.*))?$/i.exec(authorization);
  return found === null ? undefined : (found[1] ?? "");
}
