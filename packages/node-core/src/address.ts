/** Value types of an EVM chain. */

import { anyText } from "@bourse/kernel";
import { getAddress } from "ethers";

import { NodeError } from "./errors.ts";

/** Account address: `0x` and 40 hex digits with the EIP-55 checksum; created by `toAddress`. */
export type Address = `0x${string}`;

/** Bytes in lower-case hex with `0x`. */
export type Hex = `0x${string}`;

/** SHA-256 of the shared data's UTF-8 bytes: 64 lower-case hex digits without prefix. */
export type DataHash = string;

/** Token address that stands for the chain's native token. */
export const NATIVE_TOKEN: Address = "0x0000000000000000000000000000000000000000";

/**
 * Parses an address and returns it with its checksum. Lower case or upper case alone is accepted; in mixed case the
 * checksum of EIP-55 must fit, because a letter that does not fit is a typing error.
 *
 * @throws NodeError VALIDATION_ERROR with details.field as given; KernelError ARGUMENT_INVALID for a `field` that is no
 * text
 */
export function toAddress(text: unknown, field: string): Address {
  anyText("toAddress: field", field);
  if (typeof text !== "string" || !/^0x[0-9a-fA-F]{40}$/.test(text)) {
    throw invalid(field, "expected 0x and 40 hexadecimal digits");
  }
  const address = getAddress(text.toLowerCase()) as Address;
  const digits = text.slice(2);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (isOneCase || text === address) return address;
  throw invalid(
    field,
    "the letters of this address do not fit its checksum (EIP-55); look for a typing error, or write it in lower case",
  );
}

/**
 * Parses a data hash in any letter case and returns it in lower case.
 *
 * @throws NodeError VALIDATION_ERROR with details.field as given; KernelError ARGUMENT_INVALID for a `field` that is no
 * text
 */
export function toDataHash(text: unknown, field: string): DataHash {
  anyText("toDataHash: field", field);
  if (typeof text === "string" && /^[0-9a-fA-F]{64}$/.test(text)) return text.toLowerCase();
  throw invalid(field, "expected 64 hexadecimal digits");
}

function invalid(field: string, sentence: string): NodeError {
  return new NodeError("VALIDATION_ERROR", `${field}: ${sentence}.`, { details: { field } });
}
