/** The way from one page of a list to the next (RFC 8288). */

import type { Incoming, Outgoing } from "../route/exchange.ts";
import type { PageReply } from "../route/reply.ts";

/** The reply with a `Link` to the next page, where there is one. */
export function linkNext({ search }: Incoming, result: unknown, outgoing: Outgoing): Outgoing {
  const { next } = result as PageReply<unknown>;
  if (next === null) return outgoing;
  const query = new URLSearchParams(search);
  // Items were skipped before the first page.
  query.delete("offset");
  query.set("cursor", next);
  return {
    ...outgoing,
    headers: { ...outgoing.headers, link: `<?${query.toString()}>; rel="next"` },
  };
}
