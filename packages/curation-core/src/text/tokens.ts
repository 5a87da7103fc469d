/** Words and tags in the form in which they are compared. */

/** The words of a text without case, accents and punctuation, each once, in the order of first occurrence. */
export function tokensOf(text: string): readonly string[] {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  return [...new Set(plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ""))];
}

/** A tag without case and outer spaces, in one Unicode spelling. */
export function tagKey(tag: string): string {
  return tag.trim().normalize("NFKC").toLowerCase();
}
