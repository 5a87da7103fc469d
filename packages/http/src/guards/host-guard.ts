/**
 * Refuses requests that a web page smuggled to a server on this machine.
 *
 * DNS rebinding lets a page of `evil.example` talk to 127.0.0.1 under its own name: the Host header then names a
 * host that is not ours. A page can also send changes without reading the answer: those carry a foreign Origin, and a
 * page that another port of this machine serves is foreign too.
 */

import type { IncomingMessage } from "node:http";

import { plainAddress } from "../caller/client-address.ts";
import type { TransportFault } from "../request/transport-problem.ts";

/** The fault of a request, undefined when there is none. */
export type Guard = (request: IncomingMessage) => TransportFault | undefined;

const LOOPBACK_NAMES: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Lets through what names no host, a loopback host, the address at which the connection came in, or one of
 * `allowedHosts` (names without port, any case); changes (all but GET, HEAD, OPTIONS) only when `originGuard` lets them
 * through.
 */
export function createHostGuard(allowedHosts: readonly string[], originGuard: Guard): Guard {
  const hosts = knownHosts(allowedHosts);
  /** Clients name the same host over and over: its spelling need be judged once only. */
  let lastAllowed: string | undefined;
  return (request) => {
    const { headers, method, socket } = request;
    const { host } = headers;
    // A health probe of HTTP/1.0 names no host; a browser always does.
    if (host !== undefined && host !== lastAllowed) {
      const name = hostName(host);
      // A page can make DNS point its own name here, but not an address: that is ours or none.
      if (!hosts.has(name) && !isAddressOf(name, socket.localAddress)) return "HOST_NOT_ALLOWED";
      lastAllowed = hosts.has(name) ? host : undefined;
    }
    return isSafe(method) ? undefined : originGuard(request);
  };
}

function isAddressOf(name: string, localAddress: string | undefined): boolean {
  const address = plainAddress(name);
  return address !== undefined && address === plainAddress(localAddress ?? "");
}

/** The loopback names and `allowedHosts`, in lower case. */
function knownHosts(allowedHosts: readonly string[]): ReadonlySet<string> {
  return new Set([...LOOPBACK_NAMES, ...allowedHosts].map((host) => host.toLowerCase()));
}

/** RFC 9112 section 3.2: a request of HTTP/1.1 has exactly one Host. Reads the raw list: it is there at no cost. */
export function checkHostHeader(request: IncomingMessage): "HOST_INVALID" | undefined {
  const { rawHeaders } = request;
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") count++;
  }
  if (count === 1) return undefined;
  return count === 0 && request.httpVersion === "1.0" ? undefined : "HOST_INVALID";
}

/** A host without its port, in lower case. */
function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");
}

function isSafe(method: string | undefined): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}
