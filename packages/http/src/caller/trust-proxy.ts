/** Proxies that are trusted to name the caller: a count of them, or their networks. */

import { BlockList, isIP, isIPv6 } from "node:net";

import { anyText, canonicalAddress } from "@bourse/kernel";

/** Returns true when the proxy at `address`, `hops` steps before this server, is trusted to name the one before it. */
export type TrustProxy = (address: string, hops: number) => boolean;

/** Trusts nobody: the caller is whoever holds the connection. */
export const trustNobody: TrustProxy = () => false;

/**
 * Reads `TRUST_PROXY`: a count of proxies (0–16; 0 is {@link trustNobody}), or a comma list of addresses and CIDR
 * networks; `loopback` stands for 127.0.0.0/8 and ::1. Undefined when `text` is neither.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function parseTrustProxy(text: string): TrustProxy | undefined {
  anyText("text", text);
  const trimmed = text.trim();
  if (/^(?:\d|1[0-6])$/.test(trimmed)) {
    const count = Number(trimmed);
    if (count === 0) return trustNobody;
    return (_address, hops) => hops < count;
  }
  const networks = new BlockList();
  for (const part of trimmed.split(",")) {
    if (!addNetwork(networks, part.trim())) return undefined;
  }
  return (address) => networks.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

function addNetwork(networks: BlockList, text: string): boolean {
  if (text === "loopback") {
    networks.addSubnet("127.0.0.0", 8, "ipv4");
    networks.addAddress("::1", "ipv6");
    return true;
  }
  const [given = "", prefix, ...rest] = text.split("/");
  // Callers are known by the one spelling of their address.
  const address = prefix === undefined ? canonicalAddress(given) : given;
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  const family = version === 6 ? "ipv6" : "ipv4";
  if (prefix === undefined) {
    networks.addAddress(address, family);
    return true;
  }
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > (version === 6 ? 128 : 32)) return false;
  networks.addSubnet(address, Number(prefix), family);
  return true;
}
