/** Normalises an IP address into a rate-limit key. */

/**
 * Returns the rate-limit key of an IP address: the address itself for IPv4, also in its IPv6 spelling
 * `::ffff:192.0.2.1`; the /64 network for IPv6, since one caller owns all of that. Anything else is returned as it is.
 * Cost: a few splits.
 */
export function limitKey(address: string): string {
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = address.toLowerCase().split("::");
  const left = head.split(":");
  if (tail === undefined) return `${left.slice(0, 4).map(group).join(":")}::/64`;
  const right = tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return `${[...left, ...zeros, ...right].slice(0, 4).map(group).join(":")}::/64`;
}

function group(text: string): string {
  return text === "" ? "0" : text.replace(/^0+(?=.)/, "");
}
