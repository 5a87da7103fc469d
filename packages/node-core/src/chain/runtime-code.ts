/** Code of a compiled contract as it stands on a chain. */
import type { Hex } from "../address.ts";

/**
 * Returns the creation code without its first part, which returns the rest. solc's creation code copies it:
 * `PUSH2 length, DUP1, PUSH2 offset, PUSH0, CODECOPY`.
 */
export function runtimeCode(creation: Hex): Hex {
  const found = /61([0-9a-f]{4})8061([0-9a-f]{4})5f39/.exec(creation.slice(0, 100));
  const [length, offset] = [found?.[1], found?.[2]].map((text) => Number.parseInt(text ?? "", 16));
  if (length === undefined || offset === undefined || Number.isNaN(length + offset)) {
    throw new Error("The creation code of a contract has an unknown form.");
  }
  const from = 2 + 2 * offset;
  return `0x${creation.slice(from, from + 2 * length)}`;
}
