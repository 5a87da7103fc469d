/**
 * Guard against web pages of other origins that try to change something or to open a WebSocket.
 *
 * A browser lets every page send simple requests and open sockets to anywhere; no CORS check stands before them. All
 * that tells the page is the Origin (RFC 6454; RFC 6455 section 10.2 for sockets): scheme, host and port. Where it is
 * missing, browsers still say with Sec-Fetch-Site that another site's page calls.
 */

import type { IncomingMessage } from "node:http";

import { isForeignPage } from "../caller/foreign-page.ts";
import { isLoopbackOrigin, LOOPBACK_ORIGINS } from "../caller/loopback-origins.ts";
import { isOwnOrigin } from "../caller/own-origin.ts";
import type { TrustProxy } from "../caller/trust-proxy.ts";
import type { Guard } from "./host-guard.ts";

/**
 * Returns true for the request of a page that this very server has served, of one of `origins` (`*` for all, `loopback`
 * for pages of this machine), or of a host in `hostNames` on the default port of http or https, as a proxy serves it.
 */
export function createOriginCheck(
  hostNames: readonly string[],
  origins: readonly string[],
  trust: TrustProxy,
): (request: IncomingMessage) => boolean {
  const known = new Set([
    ...origins,
    ...hostNames.flatMap((name) => [`https://${name}`, `http://${name}`]).map(lower),
  ]);
  const any = known.has("*");
  const admitsLoopback = origins.includes(LOOPBACK_ORIGINS);
  return (request) => {
    const { origin = "" } = request.headers;
    const isListed = any || known.has(origin) || (admitsLoopback && isLoopbackOrigin(origin));
    return isListed || isOwnOrigin(request, trust);
  };
}

/** Refuses what a foreign page sends; programs, which send neither Origin nor Sec-Fetch-Site, pass. */
export function createOriginGuard(isKnownOrigin: (request: IncomingMessage) => boolean): Guard {
  return (request) => {
    const isForeign =
      request.headers.origin === undefined ? isForeignPage(request) : !isKnownOrigin(request);
    return isForeign ? "ORIGIN_NOT_ALLOWED" : undefined;
  };
}

function lower(text: string): string {
  return text.toLowerCase();
}
