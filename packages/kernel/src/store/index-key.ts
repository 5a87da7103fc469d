/**
 * Index values as one text whose order by UTF-16 code unit is the port's order of values, field after field.
 *
 * Every engine sorts by these texts alone (a database by their big-endian UTF-16 bytes), so the order of values is
 * written once. A value is a tag and its payload; a tag is below any payload's escape, so no value is the
 * beginning of another one.
 */

import type { IndexValue } from "./port.ts";

/** One above every tag: `key + AFTER` follows everything that begins with `key`. */
export const AFTER = "\u0006";

/** The longest key of an index, with the id, in UTF-16 code units. */
export const MAX_KEY_LENGTH = 1200;

/** Tells whether an index can hold `value`. */
export function isIndexValue(value: unknown): value is IndexValue {
  return (
    value === null ||
    typeof value === "string" ||
    typeof value === "boolean" ||
    (typeof value === "number" && Number.isFinite(value))
  );
}

/** The sortable text of one value. */
export function encodeValue(value: IndexValue): string {
  if (value === null) return "\u0001";
  if (typeof value === "boolean") return value ? "\u0003" : "\u0002";
  return typeof value === "number" ? encodeNumber(value) : encodeText(value);
}

/** The key of a document in the order of ids. */
export function encodeId(id: string): string {
  return encodeText(id);
}

/** The sortable text of several values, the first one weighing most. */
export function encodeValues(values: readonly IndexValue[]): string {
  let key = "";
  for (const value of values) key += encodeValue(value);
  return key;
}

/** A zero unit ends a text, so that "a" sorts before "ab" whatever field follows; a zero inside is escaped. */
function encodeText(value: string): string {
  return value.includes("\0")
    ? `\u0005${value.replaceAll("\0", "\0\uffff")}\0`
    : `\u0005${value}\0`;
}

const scratch = new DataView(new ArrayBuffer(8));

/** The bits of a double sort like its value once the sign bit is flipped, and all bits of a negative one. */
function encodeNumber(value: number): string {
  // −0 and 0 are one value.
  scratch.setFloat64(0, value === 0 ? 0 : value);
  const high = scratch.getUint16(0);
  const mask = high & 0x8000 ? 0xffff : 0;
  return String.fromCharCode(
    4,
    mask === 0 ? high | 0x8000 : high ^ mask,
    scratch.getUint16(2) ^ mask,
    scratch.getUint16(4) ^ mask,
    scratch.getUint16(6) ^ mask,
  );
}
