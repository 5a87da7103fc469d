/** Bounds of a key range in the index of ids, as bounds of the ids themselves. */

/** Stands for a bound above every id. */
export const AFTER_IDS: unique symbol = Symbol("after all ids");

/** Tag of a text in an index key. */
const TEXT = "\u0005";

/** The id below which lie exactly those ids whose index key lies below `key`. */
export function idOfBound(key: string): string | typeof AFTER_IDS {
  if (key <= TEXT) return "";
  if (!key.startsWith(TEXT)) return AFTER_IDS;
  let id = "";
  for (let at = 1; at < key.length; at++) {
    if (key[at] !== "\0") id += key[at]!;
    // A zero of the text itself is escaped.
    else if (key[at + 1] === "\uffff") {
      id += "\0";
      at++;
    } else {
      // The end of a text. With more behind it, the bound lies above the key of this very text.
      return at === key.length - 1 ? id : `${id}\0`;
    }
  }
  // The beginning of texts: those that go on after it lie above it.
  return id;
}
