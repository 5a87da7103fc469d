/** Says what keeps a docstring from standing alone in a hover. */

/** First words that leave a docstring without its head: "Of a token.", "Between two tries.". */
const PREPOSITIONS = new Set(
  `of from for by as so that if to in into on onto at with within without per until till since than and or but because
  although though unless while about against among between beside besides beyond despite during except like over under
  through toward towards upon via`.split(/\s+/),
);

/** First words of a question without its answer: "How long it lasts.". A noun says the same: "Lifetime in seconds.". */
const QUESTION_WORDS = new Set("what whether how where when which who whom whose why".split(" "));

/** Words that name nothing. */
const NO_NOUNS = new Set(
  `a an the this that these those it its itself they them their theirs he him his she her hers we us our you your i me
  my one ones other others another none nothing something anything everything nobody somebody anybody everybody all any
  each every both either neither some many much more most less least few several same such own else only just even too
  very quite rather not no nor never always often once twice again already still yet here there now then later earlier
  before after ahead back away off up down out over under is are was were be been being am has have had having do does
  did done can may might must shall should will would could of from for by as what whether how so where when which who
  whom whose why if to in into on onto at with within without per until since than and or but because unless while about
  null undefined true false set unset given asked told said known kept taken found absent present`.split(
    /\s+/,
  ),
);

/** Fault of a published docstring, in words for its author; null when it has none. */
export function docstringFault(doc: string): string | null {
  return wordsOf(doc).length === 0 ? "says nothing" : wordingFault(doc);
}

/** Fault of any docstring, of private code too, where tags such as `@throws` may stand alone; null when it has none. */
export function wordingFault(doc: string): string | null {
  const words = wordsOf(doc);
  const [first] = words;
  if (first === undefined) return null;
  if (QUESTION_WORDS.has(first.toLowerCase()) || PREPOSITIONS.has(first.toLowerCase())) {
    return `begins with "${first}"`;
  }
  if (words.length === 1) return "is one word";
  return words.every((word) => NO_NOUNS.has(word.toLowerCase())) ? "has no noun" : null;
}

const wordsOf = (doc: string): string[] =>
  doc
    .replace(/(^|\s)@[a-z]+[\s\S]*/, "")
    .split(/[^\p{L}\p{N}_.'-]+/u)
    .map((word) => word.replace(/[.'-]+$/, ""))
    .filter((word) => word !== "");
