/**
 * Address of the caller: the right-most address that no trusted proxy vouches for.
 *
 * `X-Forwarded-For` grows to the right, one entry a proxy; only entries written by trusted proxies mean anything, so
 * whatever a caller puts there itself stays to the left of its true address and is never read.
 */

import type { IncomingMessage } from "node:http";
import { isIP, isIPv4 } from "node:net";

import { canonicalAddress } from "@bourse/kernel";

import type { TrustProxy } from "./trust-proxy.ts";

/** The caller's address without port; the empty string when the connection is gone. */
export function clientAddress(request: IncomingMessage, trust: TrustProxy): string {
  let address = plainAddress(request.socket.remoteAddress ?? "") ?? "";
  if (address === "" || !trust(address, 0)) return address;
  const forwarded = request.headersDistinct["x-forwarded-for"]?.join(",").split(",") ?? [];
  for (let hops = 1; hops <= forwarded.length; hops++) {
    const before = plainAddress(forwarded[forwarded.length - hops]?.trim() ?? "");
    if (before === undefined) return address;
    address = before;
    if (!trust(address, hops)) return address;
  }
  return address;
}

/** Undefined when `text` is no address; drops a port, brackets and a zone; one spelling for each address. */
export function plainAddress(text: string): string | undefined {
  if (isIPv4(text)) return text;
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = canonicalAddress(bare.replace(/%.*$/, ""));
  return isIP(address) === 0 ? undefined : address;
}
