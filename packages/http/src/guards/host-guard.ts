/**
 * Refuses requests that a web page smuggled to a server on this machine.
 *
 * DNS rebinding lets a page of `evil.example` talk to 127.0.0.1 under its own name: the Host header then names a
 * host that is not ours. A page can also send changes without reading the answer: those carry a foreign Origin.
 */

import type { IncomingMessage } from "node:http";

import type { TransportFault } from "../server/transport-problem.ts";

/** The fault of a request, undefined when there is none. */
export type Guard = (request: IncomingMessage) => TransportFault | undefined;

const LOOPBACK_NAMES: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Returns true for a loopback address: a server bound to it can be reached from this machine only. */
export function isLoopback(address: string): boolean {
  return address === "localhost" || address === "::1" || /^(::ffff:)?127\./i.test(address);
}

/**
 * Lets through what names a loopback host or one of `allowedHosts` (names without port, any case); changes
 * (all but GET, HEAD, OPTIONS) with an Origin only when that is such a host too or one of `allowedOrigins`.
 */
export function createHostGuard(
  allowedHosts: readonly string[],
  allowedOrigins: readonly string[],
): Guard {
  const hosts = knownHosts(allowedHosts);
  const origins = new Set(allowedOrigins);
  const anyOrigin = origins.has("*");
  /** Clients name the same host over and over: its spelling need be judged once only. */
  let lastAllowed: string | undefined;
  return ({ headers, method }) => {
    const { host = "", origin } = headers;
    if (host !== lastAllowed) {
      if (!hosts.has(hostName(host))) return "HOST_NOT_ALLOWED";
      lastAllowed = host;
    }
    if (origin === undefined || isSafe(method) || anyOrigin || origins.has(origin)) {
      return undefined;
    }
    const name = /^https?:\/\/(.+)$/.exec(origin)?.[1];
    return name !== undefined && hosts.has(hostName(name)) ? undefined : "ORIGIN_NOT_ALLOWED";
  };
}

/** The loopback names and `allowedHosts`, in lower case. */
export function knownHosts(allowedHosts: readonly string[]): ReadonlySet<string> {
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
export function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");
}

function isSafe(method: string | undefined): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}
