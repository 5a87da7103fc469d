/**
 * The inverted index of the search: which markets contain which word, and in which field.
 *
 * Reads of typed arrays below are within bounds, which the type system cannot see: hence the `!`.
 */

import { isOneSlip } from "../text/one-slip.ts";
import { type SearchTerm, keyOf, spellingsOf } from "../text/tokens.ts";
import { SlotSet } from "./slot-set.ts";
import { WordList } from "./word-list.ts";

/** Bits of the fields that contain a word. */
const QUESTION = 4;
const TAG = 2;
const SUMMARY = 1;
/** Bit of a market that contains words with a given start or one slip away, and not the word itself. */
const STARTS = 8;

/** The weight of each combination of bits: a start counts half a field less than the whole word. */
const WEIGHTS = Array.from(
  { length: 16 },
  (_, mask) =>
    (mask & QUESTION ? 6 : 0) +
    (mask & TAG ? 4 : 0) +
    (mask & SUMMARY ? 2 : 0) -
    (mask > STARTS ? 1 : 0),
);

/** Number of merged postings that stay cached. */
const CACHED = 64;

/** The entry of one word. */
export interface Posting {
  /** Number of the word, for compact sets of words; −1 for several words of one start. */
  readonly number: number;
  /** Markets that contain the word; the mark holds the bits of the fields. */
  readonly markets: SlotSet;
}

/** The searched fields of a market. */
export interface Texts {
  readonly questionText: string;
  readonly summary: string | null;
  readonly topicTags: readonly string[];
}

/** The postings of all words. */
export class Postings {
  readonly #byWord = new Map<string, Posting>();
  /** Postings by the spellings of their words. */
  readonly #bySpelling = new Map<string, Posting>();
  readonly #spellings = new WordList();
  /** Merged postings by start, or by a mistyped word and a space, the last used ones last; until a market is added. */
  readonly #merged = new Map<string, Posting | undefined>();

  /** Adds a market's words. Returns the numbers of the question's words, ascending. */
  add(slot: number, texts: Texts): Int32Array {
    this.#merged.clear();
    const masks = new Map<Posting, number>();
    const put = (text: string, mask: number): void => {
      for (const spelling of spellingsOf(text)) {
        const posting = this.#bySpelling.get(spelling) ?? this.#spell(spelling);
        masks.set(posting, (masks.get(posting) ?? 0) | mask);
      }
    };
    put(texts.questionText, QUESTION);
    put(texts.topicTags.join(" "), TAG);
    put(texts.summary ?? "", SUMMARY);
    const question: number[] = [];
    for (const [posting, mask] of masks) {
      posting.markets.add(slot, mask);
      if (mask & QUESTION) question.push(posting.number);
    }
    return Int32Array.from(question).toSorted();
  }

  /** The entry of one word, as `tokensOf` returns it. */
  get(word: string): Posting | undefined {
    return this.#byWord.get(word);
  }

  /**
   * The markets that contain a word of a search, or one that begins with it; where there is none, those with a word
   * that is one slip of the finger away and has the same first letter.
   */
  find({ key, typed, start }: SearchTerm): Posting | undefined {
    const whole = this.#byWord.get(key);
    if (start === null && (whole !== undefined || typed === null)) return whole;
    const name = start === null ? `${typed} ` : start;
    const found = this.#merged.has(name)
      ? this.#merged.get(name)
      : ((start === null ? whole : this.#withStart(start, whole)) ?? this.#oneSlipFrom(typed, key));
    this.#merged.delete(name);
    this.#merged.set(name, found);
    const [oldest] = this.#merged.keys();
    if (this.#merged.size > CACHED && oldest !== undefined) this.#merged.delete(oldest);
    return found;
  }

  /** Number of words; every word's number is below it. */
  get size(): number {
    return this.#byWord.size;
  }

  #withStart(start: string, whole: Posting | undefined): Posting | undefined {
    return this.#merge(this.#spellings.startingWith(start), whole);
  }

  #oneSlipFrom(typed: string | null, key: string): Posting | undefined {
    if (typed === null) return undefined;
    const [first = ""] = typed;
    const near = this.#spellings
      .startingWith(first)
      .filter((word) => isOneSlip(typed, word) || isOneSlip(key, keyOf(word)));
    return this.#merge(near, undefined);
  }

  /** One posting of all markets that contain `whole` or one of the words with these spellings. */
  #merge(spellings: readonly string[], whole: Posting | undefined): Posting | undefined {
    const parts = new Set(spellings.flatMap((word) => this.#bySpelling.get(word) ?? []));
    if (whole !== undefined) parts.delete(whole);
    if (parts.size === 0) return whole;
    const last = Math.max(
      ...[...parts, ...(whole ? [whole] : [])].map(({ markets }) => markets.last),
    );
    const marks = new Uint8Array(last + 1);
    for (const { markets } of parts) markets.each((slot, mark) => (marks[slot]! |= mark));
    for (let slot = 0; slot <= last; slot++) if (marks[slot] !== 0) marks[slot]! |= STARTS;
    whole?.markets.each((slot, mark) => (marks[slot] = (marks[slot]! | mark) & ~STARTS));
    const merged = new SlotSet(WEIGHTS);
    for (let slot = 0; slot <= last; slot++) if (marks[slot] !== 0) merged.add(slot, marks[slot]);
    return { number: -1, markets: merged };
  }

  /** The posting of a new spelling. */
  #spell(spelling: string): Posting {
    const word = keyOf(spelling);
    const posting = this.#byWord.get(word) ?? {
      number: this.#byWord.size,
      markets: new SlotSet(WEIGHTS),
    };
    this.#byWord.set(word, posting);
    this.#bySpelling.set(spelling, posting);
    this.#spellings.add(spelling);
    return posting;
  }
}

/** Resolution of scores: they are whole numbers, so that equal scores can be counted. */
const UNIT = 8;
/** The score that a word adds to a market: its weight there times its rarity (inverse document frequency). */
export function termScore(weight: number, holderCount: number, marketCount: number): number {
  return Math.round(UNIT * weight * Math.log(1 + marketCount / holderCount));
}

/** The score that a word adds to a market, by its mark there. */
export function termScores(holderCount: number, marketCount: number): Uint32Array {
  return Uint32Array.from(WEIGHTS, (weight) => termScore(weight, holderCount, marketCount));
}

/** Calls `visit` for each market whose question contains the word. */
export function eachQuestion({ markets }: Posting, visit: (slot: number) => void): void {
  markets.each((slot, mark) => {
    if (mark & QUESTION) visit(slot);
  });
}
