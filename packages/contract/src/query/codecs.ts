/** Query codecs: a caller passes numbers, booleans and lists, the wire carries strings, a handler gets the values back. */

import * as z from "zod";

type QueryCodec<Output extends z.ZodType> = z.ZodCodec<z.ZodString, Output>;

/** Bounds of a number, inclusive. */
export interface NumberBounds {
  readonly min?: number;
  readonly max?: number;
}

/** Codecs for values of a query. Add `.optional()` or `.default(value)` as on any schema. */
export const q: {
  /** A whole number in plain decimal digits, no sign but a minus. */
  readonly integer: (bounds?: NumberBounds) => QueryCodec<z.ZodInt>;
  /** `true`, `false`, `1` or `0`, in any case. */
  readonly boolean: () => QueryCodec<z.ZodBoolean>;
  /** Values between commas, trimmed, empty ones dropped; no value can hold a comma. */
  readonly list: () => QueryCodec<z.ZodArray<z.ZodString>>;
} = {
  integer: (bounds = {}) =>
    z.codec(z.string().regex(/^-?\d{1,15}$/, "must be a whole number"), within(z.int(), bounds), {
      decode: Number,
      encode: String,
    }),
  boolean: () =>
    z.codec(z.string().regex(/^(true|false|1|0)$/i, "must be true or false"), z.boolean(), {
      decode: (text) => text === "1" || text.toLowerCase() === "true",
      encode: String,
    }),
  list: () =>
    z.codec(z.string(), z.array(z.string()), {
      decode: (text) =>
        text
          .split(",")
          .map((item) => item.trim())
          .filter((item) => item !== ""),
      encode: (items) => items.join(","),
    }),
};

/** A value as a query carries it: the inverse of every codec here. */
export function queryText(value: unknown): string {
  return Array.isArray(value) ? value.join(",") : String(value);
}

function within(schema: z.ZodInt, { min, max }: NumberBounds): z.ZodInt {
  const above = min === undefined ? schema : schema.min(min);
  return max === undefined ? above : above.max(max);
}
