/**
 * Words and tags in the form in which they are compared.
 *
 * Words are letters and digits between anything else, without case, accents, invisible characters and English plurals.
 * Scripts without spaces are split by `Intl.Segmenter`; of Chinese and Japanese, pairs of neighbouring characters are
 * compared, so that a word is found however the text around it is split. An emoji is a word.
 */

/** One word of a search. */
export interface SearchTerm {
  /** The word as the index holds it. */
  readonly key: string;
  /** The word as it was typed, without case and accents; null where a slip of the finger cannot be told. */
  readonly typed: string | null;
  /** Spelling with which words may begin that match too; null when the whole word has to match. */
  readonly start: string | null;
}

/** The words of a text as the index holds them, each once, in the order of first occurrence. */
export function tokensOf(text: string): readonly string[] {
  return [...new Set(spellingsOf(text).map(keyOf))];
}

/** The words of a text as it spells them, without case and accents. */
export function spellingsOf(text: string): readonly string[] {
  const words = wordsOf(text);
  if (ASCII.test(text)) return words;
  return words.flatMap((word) => {
    if (CHARACTERS.test(word)) return charactersAndPairs(word);
    if (UNSPACED.test(word)) return segments(word);
    const bare = withoutArticle(word);
    return bare === word ? [word] : [word, bare];
  });
}

/** A word as the index holds it: English words in the singular, Arabic ones without their article. */
export function keyOf(word: string): string {
  if (word.charCodeAt(0) >= ARABIC) return withoutArticle(word);
  const last = word.charAt(word.length - 1);
  if ((last !== "s" && last !== "e") || word.length < 4) return word;
  if (word === "news" || !/^[a-z]+$/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.endsWith("ie")) return `${word.slice(0, -2)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
}

/** The words of a search, all of which a market must contain; the last one may be the start of a word. */
export function searchTermsOf(text: string): readonly SearchTerm[] {
  const words = wordsOf(text);
  const terms = words.flatMap((word, at): SearchTerm[] => {
    if (UNSPACED.test(word)) {
      const parts = segments(word);
      const keys = CHARACTERS.test(word) ? parts.flatMap(pairsOf) : parts;
      return keys.map((key) => ({ key, typed: null, start: null }));
    }
    const isStart = at === words.length - 1 && START.test(word);
    const typed = LONG.test(word) ? word : null;
    return [{ key: keyOf(word), typed, start: isStart ? word : null }];
  });
  // A word that comes twice is one condition; its last occurrence tells whether it is a start.
  return [...new Map(terms.map((term) => [term.key, term])).values()];
}

/** A tag or label as it is compared: without case, outer spaces and invisible characters, in one Unicode spelling. */
export function tagKey(tag: string): string {
  return tag.normalize("NFKC").toLowerCase().replaceAll(INVISIBLE, "").trim();
}

const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z0-9]+(?:'[a-z]+)*/g;
/** Scripts that are written without spaces, and those of them in which a character is a syllable or more. */
const SYLLABLES = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc`;
const NO_SPACES = String.raw`${SYLLABLES}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const UNSPACED = new RegExp(`[${NO_SPACES}]`, "u");
const CHARACTERS = new RegExp(`[${SYLLABLES}]`, "u");
/** An emoji, a flag, a run of such a script, or letters and digits with their marks and apostrophes. */
const ANY_WORD = new RegExp(
  [
    String.raw`\p{Extended_Pictographic}`,
    String.raw`\p{RI}\p{RI}`,
    `[${NO_SPACES}]+`,
    String.raw`(?:[\p{L}\p{N}](?<![${NO_SPACES}])\p{M}*|['’](?=\p{L})(?<=[\p{L}\p{M}]['’]))+`,
  ].join("|"),
  "gu",
);
/** Marks that searches leave out: accents, variation selectors, Hebrew points and Arabic vowels. */
const OPTIONAL_MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u20e3\ufe00-\ufe0f]/g;
/** Characters that nobody sees, such as zero-width spaces and soft hyphens: they hide a word from a search. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Five to 32 letters: of a shorter word with one slip many others may be meant. */
const LONG = /^\p{L}{5,32}$/u;
/** Two letters or digits: a single one is no start. */
const START = /^[\p{L}\p{N}]{2}/u;

/** The words without case, accents and apostrophes. */
function wordsOf(text: string): readonly string[] {
  const isAscii = ASCII.test(text);
  // Folding makes apostrophes of other characters, such as the full-width one.
  const plain = isAscii ? text.toLowerCase() : folded(text);
  const words = plain.match(isAscii ? ASCII_WORD : ANY_WORD);
  if (words === null || !/['’]/.test(plain)) return words ?? [];
  return words.map((word) => word.replace(/['’]s$/, "").replaceAll(/['’]/g, ""));
}

function folded(text: string): string {
  const plain = text.normalize("NFKD").toLowerCase().replaceAll(OPTIONAL_MARKS, "");
  return plain.replaceAll(INVISIBLE, "").normalize("NFC");
}

/** First letter of the Arabic block. */
const ARABIC = 0x0600;
/** The article with the one-letter words that are written together with it, before three letters or more. */
const ARTICLE =
  /^(?:[\u0648\u0641]?[\u0628\u0643]?\u0627\u0644|[\u0648\u0641]?\u0644\u0644)(?=\p{Script=Arabic}{3})/u;

function withoutArticle(word: string): string {
  return word.replace(ARTICLE, "");
}

const segmenter = new Intl.Segmenter("und", { granularity: "word" });

/** The words of a run by the dictionaries of `Intl.Segmenter`. */
function segments(run: string): readonly string[] {
  return Array.from(segmenter.segment(run), ({ segment }) => segment);
}

function charactersAndPairs(run: string): readonly string[] {
  const characters = Array.from(run);
  return [...characters, ...characters.slice(1).map((one, at) => `${characters[at]}${one}`)];
}

/** The pairs of a word's characters; the character itself when there is one only. */
function pairsOf(word: string): readonly string[] {
  const [first = "", ...others] = Array.from(word);
  const characters = [first, ...others];
  return others.length === 0 ? [first] : others.map((one, at) => `${characters[at]}${one}`);
}
