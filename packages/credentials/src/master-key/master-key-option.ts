import type { OptionRule } from "@bourse/kernel";

/** Rule of a master key: exactly 32 bytes, required. */
export const masterKeyOption: OptionRule<Uint8Array> = {
  expected: "32 bytes",
  accepts: (value) => value instanceof Uint8Array && value.length === 32,
  absent: null,
};
