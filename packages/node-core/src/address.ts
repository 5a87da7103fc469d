/** Value types of an EVM chain. */

import { getAddress } from "ethers";

import { NodeError } from "./errors.ts";

/** Account address: `0x` and 40 hex digits with the EIP-55 checksum; created by `toAddress`. */
export type Address = `0x${string}`;

/** Bytes in lower-case hex with `0x`. */
export type Hex = `0x${string}`;

/** SHA-256 of the shared data's UTF-8 bytes: 64 lower-case hex digits without prefix (seed 002, value formats). */
export type DataHash = string;

/** Token address that stands for the chain's native token. */
export const NATIVE_TOKEN: Address = "0x0000000000000000000000000000000000000000";

/**
 * Parses an address in any letter case and returns it with its checksum.
 *
 * @throws NodeError VALIDATION_ERROR with details.field as given
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
 * Parses a data hash in any letter case and returns it in lower case.
 *
 * @throws NodeError VALIDATION_ERROR with details.field as given
 */
export function toDataHash(text: unknown, field: string): DataHash {
  if (typeof text === "string" && /^[0-9a-fA-F]{64}$/.test(text)) return text.toLowerCase();
  throw new NodeError("VALIDATION_ERROR", `${field}: expected 64 hexadecimal digits.`, {
    details: { field },
  });
}
