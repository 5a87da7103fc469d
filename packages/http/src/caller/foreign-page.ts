/** Detection of web pages of other sites by what their browser says of them (W3C Fetch Metadata). */

import type { IncomingMessage } from "node:http";

/**
 * Returns true for a request without an Origin that a browser has sent for the page of another site, or of another port
 * of this machine (`same-site`). Programs send no such header; what a person types into the address bar is `none`. A
 * link that a person follows to read something is no request of the page's: it never sees the answer.
 */
export function isForeignPage({
  headers,
  method,
}: Pick<IncomingMessage, "headers" | "method">): boolean {
  const site = headers["sec-fetch-site"];
  if (headers.origin !== undefined || (site !== "cross-site" && site !== "same-site")) return false;
  return !(method === "GET" && headers["sec-fetch-dest"] === "document");
}
