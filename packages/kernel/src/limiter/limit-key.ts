/** Normalises an IP address into a rate-limit key. */

import { canonicalAddress } from "./canonical-address.ts";

/**
 * Returns the rate-limit key of an IP address: the address itself for IPv4, also in its IPv6 spellings
 * `::ffff:192.0.2.1` and `::ffff:c000:201`; the /64 network for IPv6, since one caller owns all of that. Anything else
 * is returned as it is.
 */
export function limitKey(address: string): string {
  const canonical = canonicalAddress(address);
  if (!canonical.includes(":")) return canonical;
  const [head = "", tail] = canonical.split("::");
  const left = groupsOf(head);
  const right = groupsOf(tail ?? "");
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return `${[...left, ...zeros, ...right].slice(0, 4).join(":")}::/64`;
}

function groupsOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(":");
}
