/** One spelling for each IP address. */

import { anyText } from "../checked-calls.ts";

/**
 * Returns the one spelling of an IP address: IPv4 with dots, also for every IPv6 spelling of it, such as
 * `::ffff:192.0.2.1` and `::ffff:c000:201`; any other IPv6 address as RFC 5952 has it, without a zone. Anything else is
 * returned as it is.
 */
export function canonicalAddress(text: string): string {
  anyText("text", text);
  if (!text.includes(":")) return text;
  const url = `http://[${text.replace(/%.*$/, "")}]`;
  if (!URL.canParse(url)) return text;
  const address = new URL(url).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address) ?? [];
  if (high === undefined || low === undefined) return address;
  const bits = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join(".");
}
