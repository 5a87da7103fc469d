/**
 * Which markets hold which word, and where: the inverted index of the search.
 *
 * Places in arrays below are within their bounds, which the type system cannot see: hence the `!`.
 */

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
  readonly markets: SlotSet;
  /** Where in the market of the same position. */
  readonly masks: number[];
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
      posting.markets.add(slot);
      posting.masks.push(mask);
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
      posting = { number: this.#byWord.size, markets: new SlotSet(), masks: [] };
      this.#byWord.set(word, posting);
    }
    return posting;
  }
}

/** Scores are whole numbers, so that equals can be counted: this makes small differences felt. */
const UNIT = 16;

/** Adds to `scores` what the word is worth to each of its markets; a rare word weighs more. Returns the most it adds. */
export function addWorth({ markets: { slots }, masks }: Posting, scores: Uint32Array): number {
  const rarity = Math.log(1 + scores.length / slots.length);
  const worth = WEIGHTS.map((weight) => Math.round(UNIT * weight * rarity));
  for (let at = 0; at < slots.length; at++) scores[slots[at]!]! += worth[masks[at]!]!;
  return Math.max(...worth);
}

/** Calls `visit` for each market that holds the word in its question. */
export function eachQuestion(
  { markets: { slots }, masks }: Posting,
  visit: (slot: number) => void,
): void {
  for (let at = 0; at < slots.length; at++) if (masks[at]! & QUESTION) visit(slots[at]!);
}
