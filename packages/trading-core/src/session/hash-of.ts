/** Hashes of records, equal for equal records. */

import { sha256 } from "@bourse/kernel/platform";

/** SHA-256 of a value as JSON, 64 hexadecimal digits. */
export function hashOf(value: unknown): string {
  return sha256(JSON.stringify(value), "hex");
}

/** Members in the order of their names, so that equal records have one text. */
export function sorted(record: object): readonly (readonly [string, unknown])[] {
  return Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}
