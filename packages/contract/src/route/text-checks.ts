/** Checks of texts whose pattern a document leaves out: no pattern with Unicode properties is read by every tool. */

import * as z from "zod";

/** A text that matches `pattern`; `message` says what it must be. */
// @__NO_SIDE_EFFECTS__
export function matching<Schema extends z.ZodType<string>>(
  schema: Schema,
  pattern: RegExp,
  message: string,
): Schema {
  return schema.check((context) => {
    if (pattern.test(context.value)) return;
    context.issues.push({ code: "invalid_format", format: "regex", message, input: context.value });
  });
}

/** A text of `min` to `max` characters (code points) that a store and a log can hold. */
// @__NO_SIDE_EFFECTS__
export function storable(min: number, max: number): z.ZodString {
  const text = z.string().min(min).max(max);
  return matching(text, /^[^\0\p{Cs}]*$/u, "must have no NUL character and no unpaired surrogate");
}
