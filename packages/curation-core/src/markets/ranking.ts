/**
 * The order of a search: best first, newest first among equals. Only the page that is asked for is put in order: equals
 * are counted first, so that just the ones it needs are gathered.
 *
 * Places in arrays below are within their bounds, which the type system cannot see: hence the `!`.
 */

import type { BitSet } from "./bit-set.ts";
import type { SortedIndex, Keyed } from "./sorted-index.ts";

export interface Ranking {
  readonly found: BitSet;
  /** The same, ascending. */
  readonly slots: Uint32Array;
  /** How many come before each 32 slots. */
  readonly before: Uint32Array;
  /** What each of them is worth, in whole numbers, at the same place. */
  readonly scores: Uint32Array;
  /** How many of those found have each score. */
  readonly counts: Uint32Array;
  readonly byTime: ByTime;
}

/** The order of time, oldest first. */
export type ByTime = Pick<SortedIndex<Keyed>, "slots" | "places">;

/** Up to so many slots are looked up in the order of time; of more, walking along it finds the newest sooner. */
const FEW = 400;

/** Where a page begins: after a slot, or so many from the top. */
export interface PageStart {
  readonly after: number | undefined;
  readonly skip: number;
}

/** Where a page of a ranking begins: the slot need not have been found any more. */
export interface RankedStart {
  readonly after: { readonly slot: number; readonly score: number } | undefined;
  readonly skip: number;
}

/** At most `limit` slots. */
export function rankedSlots(ranking: Ranking, start: RankedStart, limit: number): number[] {
  const { counts, byTime } = ranking;
  if (start.after === undefined) return belowScore(ranking, counts.length, start.skip, limit);
  const { slot, score } = start.after;
  const equals = newestEquals(ranking, score, byTime.places[slot]!, limit);
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
    const missing = needed - taken.length;
    if (bottom > top) {
      taken.push(...newestEquals(ranking, top, byTime.slots.length, missing));
      top--;
    } else {
      if (few > 0) taken.push(...bestBetween(ranking, bottom, top, few, missing));
      top = bottom - 1;
    }
  }
  return taken.slice(skipped, needed);
}

/** At most `limit` slots of one score, newest first, from before a place in the order of time. */
function newestEquals(
  { found, before: beforeEach, scores, byTime }: Ranking,
  score: number,
  before: number,
  limit: number,
): number[] {
  const equals: number[] = [];
  const { slots } = byTime;
  for (let place = before - 1; place >= 0 && equals.length < limit; place--) {
    const slot = slots[place]!;
    if (found.has(slot) && scores[found.placeOf(slot, beforeEach)] === score) equals.push(slot);
  }
  return equals;
}

/** At most `limit` of the slots of these scores, of which there are `count`. */
function bestBetween(
  { slots, scores, byTime }: Ranking,
  lowest: number,
  highest: number,
  count: number,
  limit: number,
): number[] {
  const { places, slots: ordered } = byTime;
  // Score and place make one number, whose order is the order asked for.
  const span = ordered.length;
  const keys = new Float64Array(count);
  const { length } = scores;
  let kept = 0;
  for (let at = 0; at < length; at++) {
    const score = scores[at]!;
    if (score >= lowest && score <= highest) keys[kept++] = score * span + places[slots[at]!]!;
  }
  keys.sort();
  const best: number[] = [];
  for (let at = count - 1; at >= 0 && best.length < limit; at--) {
    best.push(ordered[keys[at]! % span]!);
  }
  return best;
}
