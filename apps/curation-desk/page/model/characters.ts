/** Characters of a text as the contract counts them: those that readers see (grapheme clusters, UAX #29). */

const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]+$/u;
const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/** The number of all characters, and of those between the outer spaces that can be seen. */
export function characters(text: string): { readonly all: number; readonly visible: number } {
  const core = text.trim();
  const seen = Array.from(segmenter.segment(core), ({ segment }) => segment);
  const visible = seen.filter((one) => !INVISIBLE.test(one)).length;
  return { all: seen.length + text.length - core.length, visible };
}

/** True for a text without NUL, unpaired surrogates, direction marks, and more than 30 marks on one letter. */
export function isLegible(text: string): boolean {
  const { all, visible } = characters(text);
  const blank = text.length - text.trim().length;
  if (visible === 0 && all > blank) return false;
  return /^(?!.*\p{M}{31})[^\0\p{Cs}\u202a-\u202e\u2066-\u2069]*$/su.test(text);
}
