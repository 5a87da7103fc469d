/** The inverted index of the search: which markets contain which word, and in which field. */

import { tokensOf } from "../text/tokens.ts";
import { SlotSet } from "./slot-set.ts";

/** Bits of the fields that contain a word, and the weight of each combination. */
const QUESTION = 4;
const TAG = 2;
const SUMMARY = 1;
const WEIGHTS = Array.from(
  { length: 8 },
  (_, mask) => (mask & QUESTION ? 3 : 0) + (mask & TAG ? 2 : 0) + (mask & SUMMARY ? 1 : 0),
);

/** The entry of one word. */
export interface Posting {
  /** Number of the word, for compact sets of words. */
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

  /** Adds a market's words. Returns the numbers of the question's words, ascending. */
  add(slot: number, texts: Texts): Int32Array {
    const masks = new Map<string, number>();
    const put = (text: string, mask: number): void => {
      for (const word of tokensOf(text)) masks.set(word, (masks.get(word) ?? 0) | mask);
    };
    put(texts.questionText, QUESTION);
    put(texts.topicTags.join(" "), TAG);
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

  /** Number of words; every word's number is below it. */
  get size(): number {
    return this.#byWord.size;
  }

  #posting(word: string): Posting {
    let posting = this.#byWord.get(word);
    if (posting === undefined) {
      posting = { number: this.#byWord.size, markets: new SlotSet(WEIGHTS) };
      this.#byWord.set(word, posting);
    }
    return posting;
  }
}

/** Resolution of scores: they are whole numbers, so that equal scores can be counted. */
const UNIT = 16;

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
