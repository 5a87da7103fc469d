/**
 * The open market whose question is most like another: Jaccard similarity of the sets of words.
 *
 * Two sets that share at least `t` of all their words share one of the rarest n − ⌈t·n⌉ + 1 words of either, so only
 * markets with one of those are compared: the cost is theirs, not that of all markets.
 *
 * Places in typed arrays below are within their bounds, which the type system cannot see: hence the `!`.
 */

import type { NearDuplicate } from "../rules/rule-engine.ts";
import { BitSet } from "./bit-set.ts";
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
  const own = new Uint8Array(index.postings.size);
  for (const posting of postings) if (posting !== undefined) own[posting.number] = 1;
  const compared = new BitSet();
  let best: NearDuplicate | undefined;
  for (const slot of rarest.flatMap((posting) => posting?.slots ?? [])) {
    if (compared.has(slot)) continue;
    compared.add(slot);
    const { id, words: others, item } = index.entries[slot]!;
    // Sets of too different sizes cannot be so similar.
    const fewer = Math.min(words.length, others.length);
    if (fewer < SIMILAR * Math.max(words.length, others.length)) continue;
    let common = 0;
    for (let at = 0; at < others.length; at++) common += own[others[at]!]!;
    const similarity = common / (words.length + others.length - common);
    const isNearer = similarity >= SIMILAR && similarity > (best?.similarity ?? 0);
    if (isNearer && OPEN.has(index.stateOf(slot))) {
      best = { id, question_text: item.question_text, similarity };
    }
  }
  return best;
}
