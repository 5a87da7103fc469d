/** Texts that people write and read: their length is counted as people see it. */

import * as z from "zod";

import { shownAs } from "./schema.ts";
import { matching } from "./text-checks.ts";

/** Maximum number of code points in one character, on average: an emoji of a family has 11. */
const POINTS_PER_CHARACTER = 16;
/** Characters that nobody sees: zero-width, control and filler characters. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]+$/u;
const ASCII = /^[ -~]*$/;

/**
 * A text of `min` to `max` characters as readers see them (grapheme clusters, UAX #29), without characters that reverse
 * the direction of what follows and without more than 30 marks on one letter (UAX #15, Stream-Safe Text Format). Outer
 * spaces and invisible characters do not count for `min`. A document gives `max` as `maxLength`: a text of so many code
 * points is never longer.
 */
// @__NO_SIDE_EFFECTS__
export function freeText(min: number, max: number): z.ZodString {
  const text = z.string().check((context) => {
    const { value: input } = context;
    const length = measured(input);
    const points = { origin: "string", inclusive: true, input } as const;
    if (length.all > max || input.length > 2 * POINTS_PER_CHARACTER * max) {
      context.issues.push({ code: "too_big", maximum: max, ...points });
    } else if (length.visible < min || (length.visible === 0 && length.all > length.blank)) {
      context.issues.push({ code: "too_small", minimum: Math.max(min, 1), ...points });
    }
  });
  const stored = matching(
    text,
    /^[^\0\p{Cs}]*$/u,
    "must have no NUL character and no unpaired surrogate",
  );
  return shownAs(legible(stored), { ...(min > 0 && { minLength: min }), maxLength: max });
}

/**
 * One line of text for people: `min` to `max` code points, without control characters; one of them is visible, unless
 * it is empty.
 */
// @__NO_SIDE_EFFECTS__
export function line(min: number, max: number): z.ZodString {
  const text = matching(
    z.string().min(min).max(max),
    /^[^\p{Cc}\p{Cs}]*$/u,
    "must have no control characters and no unpaired surrogate",
  );
  const seen = matching(
    text,
    /^$|[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/u,
    "must have a character that can be seen",
  );
  return legible(seen);
}

function legible(text: z.ZodString): z.ZodString {
  const directed = matching(
    text,
    /^[^\u202a-\u202e\u2066-\u2069]*$/,
    "must have no characters that change the direction of text (U+202A–U+202E, U+2066–U+2069)",
  );
  return matching(
    directed,
    /^(?!.*\p{M}{31})/su,
    "must have at most 30 accents or other marks on one letter",
  );
}

const segmenter = /* @__PURE__ */ new Intl.Segmenter("und", { granularity: "grapheme" });

/** The numbers of all characters, of outer spaces, and of those between them that can be seen. */
function measured(text: string): { all: number; blank: number; visible: number } {
  const core = text.trim();
  if (ASCII.test(text)) {
    return { all: text.length, blank: text.length - core.length, visible: core.length };
  }
  let visible = 0;
  let all = 0;
  for (const { segment } of segmenter.segment(core)) {
    all += 1;
    if (!INVISIBLE.test(segment)) visible += 1;
  }
  const blank = text.length - core.length;
  return { all: all + blank, blank, visible };
}
