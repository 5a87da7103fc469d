/**
 * Query codecs: a caller passes numbers, booleans and lists, the wire carries strings, a handler gets the values back.
 *
 * Add `.optional()` or `.default(value)` as on any schema.
 */

import * as z from "zod";

type QueryCodec<Output extends z.ZodType> = z.ZodCodec<z.ZodString, Output>;

/** Bounds of a number, inclusive. */
export interface NumberBounds {
  /** Smallest value, inclusive. Default: none. */
  readonly min?: number;
  /** Largest value, inclusive. Default: none. */
  readonly max?: number;
}

/** A whole number in plain decimal digits, no sign but a minus. */
// @__NO_SIDE_EFFECTS__
export function integer({ min, max }: NumberBounds = {}): QueryCodec<z.ZodInt> {
  const above = min === undefined ? z.int() : z.int().min(min);
  const number = max === undefined ? above : above.max(max);
  return z.codec(z.string().regex(/^-?\d{1,15}$/, "must be a whole number"), number, {
    decode: Number,
    encode: String,
  });
}

/** `true`, `false`, `1` or `0`, in any case. */
// @__NO_SIDE_EFFECTS__
export function boolean(): QueryCodec<z.ZodBoolean> {
  return z.codec(z.string().regex(/^(true|false|1|0)$/i, "must be true or false"), z.boolean(), {
    decode: (text) => text === "1" || text.toLowerCase() === "true",
    encode: String,
  });
}

/**
 * Values between commas, trimmed, empty ones dropped; no value can hold a comma. The parameter may be repeated: its
 * lists add up.
 */
// @__NO_SIDE_EFFECTS__
export function list(): QueryCodec<z.ZodArray<z.ZodString>> {
  return z.codec(z.string(), z.array(z.string()), {
    decode: (text) =>
      text
        .split(",")
        .map((item) => item.trim())
        .filter((item) => item !== ""),
    encode: (items) => items.join(","),
  });
}

/** True for the schema of a {@link list}, also of an optional one. */
export function isList(schema: unknown): boolean {
  const { type, innerType, out } = (schema as ListForm).def ?? {};
  if (type === "optional" || type === "default") return isList(innerType);
  return type === "pipe" && out?.def?.type === "array";
}

/** Parts of the definition of a schema. */
interface ListForm {
  readonly def?: { readonly type?: string; readonly innerType?: unknown; readonly out?: ListForm };
}
