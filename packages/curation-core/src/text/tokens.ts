/** Words of a text as they are compared: without case, accents and punctuation. */

/** Each word once, in the order of first occurrence. */
export function tokensOf(text: string): readonly string[] {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  return [...new Set(plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ""))];
}

/** A tag as it is compared. */
export function tagKey(tag: string): string {
  return tag.trim().normalize("NFKC").toLowerCase();
}
