/** The words of an EVM chain, as the node's parts hand them to each other. */

import { getAddress } from "ethers";

import { NodeError } from "./errors.ts";

/** An account: `0x` and 40 hex digits with the EIP-55 checksum. Made by `toAddress` only. */
export type Address = `0x${string}`;

/** Bytes as lower-case hex with `0x`. */
export type Hex = `0x${string}`;

/** SHA-256 of the UTF-8 bytes of what is shared: 64 lower-case hex digits, no prefix (seed 002, value formats). */
export type DataHash = string;

/** Stands for the chain's native token wherever a token is named. */
export const NATIVE_TOKEN: Address = "0x0000000000000000000000000000000000000000";

/**
 * The address that `text` spells, with its checksum. Any mix of cases is taken: an address is its 40 digits (seed
 * 002, value formats).
 *
 * @throws NodeError VALIDATION_ERROR, details.field as given
 */
export function toAddress(text: unknown, field: string): Address {
  if (typeof text === "string" && /^0x[0-9a-fA-F]{40}$/.test(text)) {
    return getAddress(text.toLowerCase()) as Address;
  }
  throw new NodeError("VALIDATION_ERROR", `${field}: expected 0x and 40 hexadecimal digits.`, {
    details: { field },
  });
}

/**
 * The data hash that `text` spells, in lower case.
 *
 * @throws NodeError VALIDATION_ERROR, details.field as given
 */
export function toDataHash(text: unknown, field: string): DataHash {
  if (typeof text === "string" && /^[0-9a-fA-F]{64}$/.test(text)) return text.toLowerCase();
  throw new NodeError("VALIDATION_ERROR", `${field}: expected 64 hexadecimal digits.`, {
    details: { field },
  });
}
