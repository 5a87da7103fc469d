/**
 * Refuses WebSockets that a foreign web page opens.
 *
 * A browser lets every page open a socket to anywhere and sends the cookies along; no CORS check stands before it. All
 * that tells the page is the Origin (RFC 6455 section 10.2).
 */

import type { Guard } from "./host-guard.ts";
import { hostName } from "./host-guard.ts";

/**
 * Lets through what has no Origin (a program, no page), an Origin of the host that is asked, one whose host is among
 * `hosts` (lower-case names without port), or one of `origins` (`*` for all).
 */
export function createOriginGuard(hosts: ReadonlySet<string>, origins: readonly string[]): Guard {
  const known = new Set(origins);
  const any = known.has("*");
  return ({ headers: { origin, host } }) => {
    if (origin === undefined || any || known.has(origin)) return undefined;
    const authority = /^https?:\/\/(.+)$/.exec(origin)?.[1]?.toLowerCase();
    const isKnown =
      authority !== undefined &&
      (authority === host?.toLowerCase() || hosts.has(hostName(authority)));
    return isKnown ? undefined : "ORIGIN_NOT_ALLOWED";
  };
}
