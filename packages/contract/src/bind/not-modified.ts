/** Conditional requests: 304 for a caller who has the answer already (RFC 9110 §13.1.2). */

import type { Incoming, Outgoing } from "../route/exchange.ts";

/** The reply, or 304 with its headers alone when `If-None-Match` names its ETag. */
export function notModified({ headers: given }: Incoming, outgoing: Outgoing): Outgoing {
  const { etag, ...headers } = outgoing.headers;
  if (outgoing.status !== 200 || etag === undefined) return outgoing;
  if (!isNamed(etag, given["if-none-match"])) return outgoing;
  const { "content-type": _, ...kept } = headers;
  return { status: 304, headers: { ...kept, etag }, body: undefined };
}

/** Weak comparison: `W/` does not count. */
function isNamed(etag: string, condition: string | readonly string[] | undefined): boolean {
  if (condition === undefined) return false;
  const known = opaque(etag);
  return String(condition)
    .split(",")
    .some((tag) => tag.trim() === "*" || opaque(tag) === known);
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, "");
}
