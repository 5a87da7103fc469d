/**
 * Search for the open market with the most similar question: Jaccard similarity of the sets of words.
 *
 * Two sets with a similarity of at least `t` share one of the rarest n − ⌈t·n⌉ + 1 words of either (prefix filtering),
 * so only markets that contain one of these words are compared. Letters that look like Latin ones count as those; the
 * few markets whose questions have such letters are compared one by one.
 *
 * Positions in typed arrays below are within bounds, which the type system cannot see: hence the `!`.
 */

import type { NearDuplicate } from "../rules/rule-engine.ts";
import { withoutLookAlikes } from "../text/look-alikes.ts";
import { tokensOf } from "../text/tokens.ts";
import { BitSet } from "./bit-set.ts";
import type { MarketIndex } from "./market-index.ts";
import { type Posting, eachQuestion } from "./postings.ts";
import { SlotSet } from "./slot-set.ts";

/** Minimum similarity, 0–1. */
const SIMILAR = 0.7;

/** Number of candidates from which counting words by their postings is cheaper than comparing each market. */
const MANY = 1000;

const NOWHERE: Posting = { number: -1, markets: new SlotSet() };

const OPEN = new Set(["pending_launch", "active", "locked"]);

/** The most similar open market; undefined when none has a similarity of at least 0.7. */
export function findNearDuplicate(index: MarketIndex, question: string): NearDuplicate | undefined {
  const words = tokensOf(withoutLookAlikes(question));
  // A word that no market contains is the rarest of all.
  const postings = words
    .map((word) => index.postings.get(word) ?? NOWHERE)
    .toSorted((one, other) => one.markets.size - other.markets.size);
  const rarest = postings.slice(0, words.length - Math.ceil(SIMILAR * words.length) + 1);
  const own = new Uint8Array(index.postings.size);
  for (const { number } of postings) if (number >= 0) own[number] = 1;
  let best: NearDuplicate | undefined;
  const compare = (slot: number, common: number, count: number): void => {
    const { id, item } = index.entries[slot]!;
    const similarity = common / (words.length + count - common);
    const isNearer = similarity >= SIMILAR && similarity > (best?.similarity ?? 0);
    if (isNearer && OPEN.has(item.state)) {
      best = { id, questionText: item.questionText, similarity };
    }
  };
  for (const slot of candidatesOf(index, rarest, postings, Math.ceil(SIMILAR * words.length))) {
    const { words: others } = index.entries[slot]!;
    // Sets of very different sizes cannot be similar enough.
    const fewer = Math.min(words.length, others.length);
    if (fewer < SIMILAR * Math.max(words.length, others.length)) continue;
    let common = 0;
    for (let at = 0; at < others.length; at++) common += own[others[at]!]!;
    compare(slot, common, others.length);
  }
  for (const [slot, others] of index.disguised) {
    compare(slot, words.filter((word) => others.has(word)).length, others.size);
  }
  return best;
}

/**
 * Markets with one of the `rarest` words in their question; of many, only those with at least `needed` of all words.
 */
function candidatesOf(
  index: MarketIndex,
  rarest: readonly Posting[],
  postings: readonly Posting[],
  needed: number,
): readonly number[] {
  const seen = new BitSet();
  const candidates: number[] = [];
  for (const posting of rarest) {
    eachQuestion(posting, (slot) => {
      if (seen.has(slot)) return;
      seen.add(slot);
      candidates.push(slot);
    });
  }
  if (candidates.length < MANY) return candidates;
  const counts = new Uint16Array(index.entries.length);
  for (const posting of postings) eachQuestion(posting, (slot) => counts[slot]!++);
  return candidates.filter((slot) => counts[slot]! >= needed);
}
