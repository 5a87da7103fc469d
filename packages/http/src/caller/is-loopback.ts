import { canonicalAddress } from "@bourse/kernel";

/** Word in the list of web origins for the pages of this machine, on any port. */
export const LOOPBACK_ORIGINS = "loopback";

/** Returns true for the web origin of a page that this machine serves: http or https, any port. */
export function isLoopbackOrigin(origin: string): boolean {
  if (!/^https?:\/\/[^/?#@]+$/i.test(origin) || !URL.canParse(origin)) return false;
  return isLoopback(new URL(origin).hostname.replace(/^\[(.*)\]$/, "$1"));
}

/** Returns true for a loopback address: a server bound to it can be reached from this machine only. */
export function isLoopback(address: string): boolean {
  return address === "localhost" || /^(::1|127(\.\d{1,3}){3})$/.test(canonicalAddress(address));
}
