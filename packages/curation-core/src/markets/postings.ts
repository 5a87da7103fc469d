/**
 * Which markets hold which word, and where: the inverted index of the search.
 *
 * Places in arrays below are within their bounds, which the type system cannot see: hence the `!`.
 */

import { tokensOf } from "../text/tokens.ts";
import { MARK, MARK_BITS, SlotSet } from "./slot-set.ts";

/** Where a word stands, and what that is worth to the rank. */
const QUESTION = 4;
const TAG = 2;
const SUMMARY = 1;
const WEIGHTS = Array.from(
  { length: 8 },
  (_, mask) => (mask & QUESTION ? 3 : 0) + (mask & TAG ? 2 : 0) + (mask & SUMMARY ? 1 : 0),
);

export interface Posting {
  /** Of the word, for compact sets of words. */
  readonly number: number;
  /** The marks tell where in the market it stands. */
  readonly markets: SlotSet;
}

export interface Texts {
  readonly question_text: string;
  readonly summary: string | null;
  readonly topic_tags: readonly string[];
}

export class Postings {
  readonly #byWord = new Map<string, Posting>();

  /** Adds a market's words. The numbers of the question's words, ascending. */
  add(slot: number, texts: Texts): Int32Array {
    const masks = new Map<string, number>();
    const put = (text: string, mask: number): void => {
      for (const word of tokensOf(text)) masks.set(word, (masks.get(word) ?? 0) | mask);
    };
    put(texts.question_text, QUESTION);
    put(texts.topic_tags.join(" "), TAG);
    put(texts.summary ?? "", SUMMARY);
    const question: number[] = [];
    for (const [word, mask] of masks) {
      const posting = this.#posting(word);
      posting.markets.add(slot, mask);
      if (mask & QUESTION) question.push(posting.number);
    }
    return Int32Array.from(question).toSorted();
  }

  get(word: string): Posting | undefined {
    return this.#byWord.get(word);
  }

  /** How many words there are: the numbers of words lie below. */
  get size(): number {
    return this.#byWord.size;
  }

  #posting(word: string): Posting {
    let posting = this.#byWord.get(word);
    if (posting === undefined) {
      posting = { number: this.#byWord.size, markets: new SlotSet() };
      this.#byWord.set(word, posting);
    }
    return posting;
  }
}

/** Scores are whole numbers, so that equals can be counted: this makes small differences felt. */
const UNIT = 16;

/** What the word is worth to a market by its mark there; among `marketCount` markets a rare word weighs more. */
export function worthOf({ markets }: Posting, marketCount: number): Uint32Array {
  const rarity = Math.log(1 + marketCount / markets.size);
  return Uint32Array.from(WEIGHTS, (weight) => Math.round(UNIT * weight * rarity));
}

/** With up to so many holders a slot all are scored: that is quicker than to look for those that are wanted. */
const FEW_HOLDERS = 8;

/**
 * Adds to `scores` what a word is worth to each of `slots`, ascending, all of which hold it, or begins them with it.
 * What other slots have is without meaning.
 */
export function addWorth(
  { markets }: Posting,
  worth: Uint32Array,
  slots: Uint32Array,
  scores: Uint32Array,
  isFirst: boolean,
): void {
  const { marked } = markets;
  if (marked.length <= FEW_HOLDERS * slots.length) {
    for (let at = 0; at < marked.length; at++) {
      const slot = marked[at]! >>> MARK_BITS;
      scores[slot] = (isFirst ? 0 : scores[slot]!) + worth[marked[at]! & MARK]!;
    }
  } else {
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at]!;
      scores[slot] = (isFirst ? 0 : scores[slot]!) + worth[markets.markOf(slot)]!;
    }
  }
}

/** Calls `visit` for each market that holds the word in its question. */
export function eachQuestion({ markets }: Posting, visit: (slot: number) => void): void {
  const { marked } = markets;
  for (let at = 0; at < marked.length; at++) {
    if (marked[at]! & QUESTION) visit(marked[at]! >>> MARK_BITS);
  }
}
