import { canonicalAddress } from "@bourse/kernel";

/** Returns true for a loopback address: a server bound to it can be reached from this machine only. */
export function isLoopback(address: string): boolean {
  return address === "localhost" || /^(::1|127(\.\d{1,3}){3})$/.test(canonicalAddress(address));
}
