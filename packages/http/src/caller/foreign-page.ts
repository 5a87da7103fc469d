/** Detection of web pages of other sites by what their browser says of them (W3C Fetch Metadata). */

import type { IncomingMessage } from "node:http";

/**
 * Returns true for a request without an Origin that a browser has sent for the page of another site, or of another port
 * of this machine (`same-site`). Programs send no such header; what a person types into the address bar is `none`.
 */
export function isForeignPage({ headers }: Pick<IncomingMessage, "headers">): boolean {
  const site = headers["sec-fetch-site"];
  return headers.origin === undefined && (site === "cross-site" || site === "same-site");
}
