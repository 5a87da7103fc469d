/**
 * The open market whose question is most like another: Jaccard similarity of the sets of words.
 *
 * Two sets that share at least `t` of all their words share one of the rarest n − ⌈t·n⌉ + 1 words of either, so only
 * markets with one of those are compared: the cost is theirs, not that of all markets.
 */

import type { NearDuplicate } from "../rules/rule-engine.ts";
import type { MarketIndex } from "./market-index.ts";

/** Words in common among all words of both. */
const SIMILAR = 0.7;

const OPEN = new Set(["pending_launch", "active", "locked"]);

export function findNearDuplicate(index: MarketIndex, question: string): NearDuplicate | undefined {
  const words = index.wordsOf(question);
  const postings = words
    .map((word) => index.postings.get(word))
    .toSorted((one, other) => (one?.slots.length ?? 0) - (other?.slots.length ?? 0));
  const rarest = postings.slice(0, words.length - Math.ceil(SIMILAR * words.length) + 1);
  const own = new Set(postings.flatMap((posting) => (posting === undefined ? [] : posting.number)));
  const compared = new Set<number>();
  let best: NearDuplicate | undefined;
  for (const slot of rarest.flatMap((posting) => posting?.slots ?? [])) {
    if (compared.has(slot)) continue;
    compared.add(slot);
    const { id, words: others, item } = index.entries[slot]!;
    const common = others.reduce((count, word) => count + (own.has(word) ? 1 : 0), 0);
    const similarity = common / (words.length + others.length - common);
    const isNearer = similarity >= SIMILAR && similarity > (best?.similarity ?? 0);
    if (isNearer && OPEN.has(index.stateOf(slot))) {
      best = { id, question_text: item.question_text, similarity };
    }
  }
  return best;
}
