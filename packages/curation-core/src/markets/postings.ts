/** Which markets hold which word, and where: the inverted index of the search. */

import { tokensOf } from "../text/tokens.ts";
import { SlotSet } from "./slot-set.ts";

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
  readonly questionText: string;
  readonly summary: string | null;
  readonly topicTags: readonly string[];
}

export class Postings {
  readonly #byWord = new Map<string, Posting>();

  /** Adds a market's words. The numbers of the question's words, ascending. */
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

  /** How many words there are: the numbers of words lie below. */
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

/** Scores are whole numbers, so that equals can be counted: this makes small differences felt. */
const UNIT = 16;

/** What a word that so many markets hold is worth to one, by its weight there: a rare word is worth more. */
export function termScore(weight: number, holderCount: number, marketCount: number): number {
  return Math.round(UNIT * weight * Math.log(1 + marketCount / holderCount));
}

/** The same by its mark there. */
export function termScores(holderCount: number, marketCount: number): Uint32Array {
  return Uint32Array.from(WEIGHTS, (weight) => termScore(weight, holderCount, marketCount));
}

/** Calls `visit` for each market that holds the word in its question. */
export function eachQuestion({ markets }: Posting, visit: (slot: number) => void): void {
  markets.each((slot, mark) => {
    if (mark & QUESTION) visit(slot);
  });
}
