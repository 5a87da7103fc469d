import { anyText } from "../checked-calls.ts";
import { canonicalAddress } from "./canonical-address.ts";

/**
 * Returns true for a host of the loopback interface, which this machine alone can reach: `localhost`, an address of
 * 127.0.0.0/8 or `::1`, in any spelling, with or without the brackets of a URL.
 */
export function isLoopback(host: string): boolean {
  anyText("host", host);
  const address = canonicalAddress(host.replace(/^\[(.*)\]$/, "$1"));
  return address === "localhost" || /^(::1|127(\.\d{1,3}){3})$/.test(address);
}
