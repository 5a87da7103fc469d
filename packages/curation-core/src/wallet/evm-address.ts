/** EVM addresses in mixed case (EIP-55). */

import { getAddress } from "ethers/address";

/** The checksummed spelling; undefined for what is no address, or is in mixed case with a wrong checksum. */
export function checksumAddress(text: string): string | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return undefined;
  const checksummed = getAddress(text.toLowerCase());
  const hex = text.slice(2);
  const isOneCase = hex === hex.toLowerCase() || hex === hex.toUpperCase();
  return isOneCase || text === checksummed ? checksummed : undefined;
}
