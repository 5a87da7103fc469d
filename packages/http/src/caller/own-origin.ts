/** Detection of web pages that were served by the very host and port that they call. */

import type { IncomingMessage } from "node:http";

import { cameByHttps } from "./came-by-https.ts";
import type { TrustProxy } from "./trust-proxy.ts";

/**
 * Compares scheme, host and port of `Origin` with those of the request. Without a trusted proxy that reports the
 * caller's scheme, both schemes pass: a proxy that ends TLS without saying so is the only one who can serve https here.
 */
export function isOwnOrigin(request: IncomingMessage, trust: TrustProxy): boolean {
  const { origin = "", host = "" } = request.headers;
  const scheme = /^(https?):\/\/[^/?#@]+$/i.exec(origin)?.[1]?.toLowerCase();
  if (scheme === undefined || (scheme === "http" && cameByHttps(request, trust))) return false;
  const target = `${scheme}://${host}`;
  return (
    URL.canParse(origin) && URL.canParse(target) && new URL(origin).host === new URL(target).host
  );
}
