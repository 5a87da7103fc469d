/** EVM addresses with checksums (EIP-55). */

import { getAddress } from "ethers/address";

/** The checksummed address; undefined when the text is no address, or has mixed case and a wrong checksum. */
export function checksumAddress(text: string): string | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return undefined;
  const checksummed = getAddress(text.toLowerCase());
  const hex = text.slice(2);
  const isOneCase = hex === hex.toLowerCase() || hex === hex.toUpperCase();
  return isOneCase || text === checksummed ? checksummed : undefined;
}
