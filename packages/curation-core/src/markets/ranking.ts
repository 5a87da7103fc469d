/**
 * The order of a search: best first, newest first among equals. Only the page that is asked for is put in order: equals
 * are counted first, so that just the ones it needs are gathered.
 *
 * Places in arrays below are within their bounds, which the type system cannot see: hence the `!`.
 */

import type { BitSet } from "./bit-set.ts";
import type { SlotOrder, Keyed } from "./slot-order.ts";

export interface Ranking {
  readonly found: BitSet;
  /** The same, ascending. */
  readonly slots: Uint32Array;
  /** What each slot that was found, or that a page begins after, is worth, in whole numbers. */
  readonly scores: Uint32Array;
  /** How many of those found have each score. */
  readonly counts: Uint32Array;
  /** Oldest first. */
  readonly byTime: Pick<SlotOrder<Keyed>, "slots" | "places">;
}

/** Up to so many slots are looked up in the order of time; of more, walking along it finds the newest sooner. */
const FEW = 400;

/** Where a page begins: after a slot, or so many from the top. */
export interface PageStart {
  readonly after: number | undefined;
  readonly skip: number;
}

/** At most `limit` slots. */
export function rankedSlots(ranking: Ranking, start: PageStart, limit: number): number[] {
  const { scores, counts, byTime } = ranking;
  if (start.after === undefined) return belowScore(ranking, counts.length, start.skip, limit);
  const score = scores[start.after]!;
  const equals = newestEquals(ranking, score, byTime.places[start.after]!, limit);
  return [...equals, ...belowScore(ranking, score, 0, limit - equals.length)];
}

/** At most `limit` of the slots whose score is less than `bound`, without the first `skip`. */
function belowScore(ranking: Ranking, bound: number, skip: number, limit: number): number[] {
  const { counts, byTime } = ranking;
  let top = bound - 1;
  let skipped = skip;
  while (top >= 0 && counts[top]! <= skipped) skipped -= counts[top--]!;
  const needed = skipped + limit;
  const taken: number[] = [];
  while (top >= 0 && taken.length < needed) {
    let bottom = top + 1;
    let few = 0;
    while (bottom > 0 && few + counts[bottom - 1]! <= FEW) few += counts[--bottom]!;
    if (bottom > top) {
      const { length } = byTime.slots;
      taken.push(...newestEquals(ranking, top, length, needed - taken.length));
      top--;
    } else {
      if (few > 0) taken.push(...sortedBetween(ranking, bottom, top));
      top = bottom - 1;
    }
  }
  return taken.slice(skipped, needed);
}

/** At most `limit` slots of one score, newest first, from before a place in the order of time. */
function newestEquals(
  { found, scores, byTime }: Ranking,
  score: number,
  before: number,
  limit: number,
): number[] {
  const equals: number[] = [];
  const { slots } = byTime;
  for (let place = before - 1; place >= 0 && equals.length < limit; place--) {
    const slot = slots[place]!;
    if (scores[slot] === score && found.has(slot)) equals.push(slot);
  }
  return equals;
}

/** All slots of these scores. */
function sortedBetween(
  { slots, scores, byTime }: Ranking,
  lowest: number,
  highest: number,
): number[] {
  const { places, slots: ordered } = byTime;
  // Score and place make one number, whose order is the order asked for.
  const span = ordered.length;
  const keys: number[] = [];
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at]!;
    const score = scores[slot]!;
    if (score >= lowest && score <= highest) keys.push(score * span + places[slot]!);
  }
  return Array.from(Float64Array.from(keys).sort().reverse(), (key) => ordered[key % span]!);
}
