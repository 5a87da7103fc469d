/** Texts that people write and read: their length is counted as people see it. */

import { anyText } from "../checked-calls.ts";

/** Maximum number of code points in one character, on average: an emoji of a family has 11. */
const POINTS_PER_CHARACTER = 16;
/** Characters that nobody sees: zero-width, control and filler characters. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]+$/u;
/** Characters that change the direction of what follows (UAX #9): embeddings, overrides and isolates. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/;
/**
 * Runs of more than 30 marks, which no language has (Stream-Safe Text Format, UAX #15): they cover the text around
 * them.
 */
const PILED_MARKS = /\p{M}{31}/u;
const ASCII = /^[ -~]*$/;

/** Numbers of characters as readers see them (grapheme clusters, UAX #29). */
export interface TextLength {
  /** Number of all characters. */
  readonly all: number;
  /** Number of outer spaces. */
  readonly blank: number;
  /** Number of characters between them that can be seen. */
  readonly visible: number;
}

/**
 * Tells whether a text has `min` to `max` characters, well-formed, without NUL, without characters that change the
 * direction of text and without more than 30 marks on one letter. Outer spaces and invisible characters do not count
 * for `min`; a text of invisible characters alone is refused.
 */
export function isFreeText(text: unknown, min: number, max: number): text is string {
  if (typeof text !== "string" || text.length > 2 * POINTS_PER_CHARACTER * max) return false;
  if (!text.isWellFormed() || text.includes("\0") || DIRECTIONS.test(text)) return false;
  if (PILED_MARKS.test(text)) return false;
  const { all, blank, visible } = textLength(text);
  return all <= max && visible >= min && (visible > 0 || all === blank);
}

/**
 * Tells whether a text is one line of `min` to `max` characters (code points) that readers can see: a {@link isFreeText
 * | free text} without control characters. Only an empty text has nothing to see in it; a space alone is refused.
 */
export function isLine(text: unknown, min: number, max: number): text is string {
  if (!isFreeText(text, min, max) || /\p{Cc}/u.test(text)) return false;
  return Array.from(text).length <= max && (text === "" || textLength(text).visible > 0);
}

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Counts the characters of a text. */
export function textLength(text: string): TextLength {
  anyText("text", text);
  const core = text.trim();
  const blank = text.length - core.length;
  if (ASCII.test(text)) return { all: text.length, blank, visible: core.length };
  const characters = Array.from(segmenter.segment(core), ({ segment }) => segment);
  const visible = characters.filter((character) => !INVISIBLE.test(character)).length;
  return { all: characters.length + blank, blank, visible };
}
