/** IP networks that a key is accepted from, such as `192.0.2.0/24` and `2001:db8::/32`. */

import { canonicalAddress } from "@bourse/kernel";

/** A network by its first address; a single address is a network of one. */
interface Network {
  readonly bits: bigint;
  /** Bits of an address: 32 for IPv4, 128 for IPv6. */
  readonly size: number;
  /** Leading bits that the addresses of the network have in common. */
  readonly prefix: number;
}

/** The one spelling of an address or a network, with its host bits cleared; undefined for any other text. */
export function canonicalNetwork(text: string): string | undefined {
  const network = networkOf(text);
  if (network === undefined) return undefined;
  const { bits, size, prefix } = network;
  const width = size === 32 ? 8n : 16n;
  const parts = Array.from({ length: size === 32 ? 4 : 8 }, (_, at) =>
    Number((bits >> (BigInt(size) - width * BigInt(at + 1))) & ((1n << width) - 1n)),
  );
  const address =
    size === 32
      ? parts.join(".")
      : canonicalAddress(parts.map((part) => part.toString(16)).join(":"));
  return prefix === size ? address : `${address}/${prefix}`;
}

/** Tells addresses in one of the networks from all others; an unknown address is in none. */
export function inNetworks(list: readonly string[]): (address: string | undefined) => boolean {
  const networks = list.flatMap((text) => networkOf(text) ?? []);
  return (address) => {
    const given = address === undefined ? undefined : bitsOf(canonicalAddress(address));
    return (
      given !== undefined &&
      networks.some(({ bits, size, prefix }) => {
        const hosts = BigInt(size - prefix);
        return size === given.size && given.bits >> hosts === bits >> hosts;
      })
    );
  };
}

function networkOf(text: string): Network | undefined {
  const [, address = "", length] = /^([\d.:a-f]+)(?:\/(0|[1-9]\d{0,2}))?$/i.exec(text) ?? [];
  const parsed = bitsOf(canonicalAddress(address));
  if (parsed === undefined) return undefined;
  const { size } = parsed;
  // A network of IPv4 addresses in IPv6's spelling counts the 96 bits before them.
  const spelt = address.includes(":") && size === 32 ? 96 : 0;
  const prefix = length === undefined ? size : Number(length) - spelt;
  if (prefix < 0 || prefix > size) return undefined;
  const hosts = BigInt(size - prefix);
  return { bits: (parsed.bits >> hosts) << hosts, size, prefix };
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?=\d)|$)){4}$/;

/** The bits of an address in its canonical spelling. */
function bitsOf(address: string): Pick<Network, "bits" | "size"> | undefined {
  if (IPV4.test(address)) {
    const bits = address.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
    return { bits, size: 32 };
  }
  if (!address.includes(":") || !URL.canParse(`http://[${address}]`)) return undefined;
  const [head = "", tail] = address.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const gap = Array.from({ length: 8 - front.length - back.length }, () => "0");
  const groups = [...front, ...gap, ...back];
  const bits = groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
  return { bits, size: 128 };
}
