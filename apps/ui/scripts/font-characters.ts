/** The characters of the font that the pages ship; every other one comes from a font of the reader's machine. */

/** All from the code point `first` to `last`. */
const range = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));

const PUNCTUATION = "‘’“”‚„†‡•…‰‹›–—\u2009\u202F";
const SIGNS = "−×÷≤≥≈≠±∞√∑Δµσ·";
const CURRENCIES = "₿€₹₺₽₩₫₦₱₪₴₸";
const ARROWS_AND_SHAPES = "←↑→↓↗↘↔↕↩↵⇧⌘⌥✓✗▲▼△▽◀▶●○◆◇■□★☆";

/**
 * Latin, Latin-1 and Latin Extended-A (ISO 10646) but for the soft hyphen and the deprecated U+0149, with what figures
 * and money need.
 */
export const FONT_CHARACTERS: string = [
  range(0x20, 0x7e),
  range(0xa0, 0xac),
  range(0xae, 0x148),
  range(0x14a, 0x17f),
  PUNCTUATION,
  SIGNS,
  CURRENCIES,
  ARROWS_AND_SHAPES,
].join("");
