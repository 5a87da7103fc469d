/**
 * The order of search results: highest score first, newest first among equal scores. Only the requested page is sorted:
 * equal scores are counted first, so that only the results that the page needs are collected.
 *
 * Array positions below are within bounds, which the type system cannot see: hence the `!`.
 */

import type { BitSet } from "./bit-set.ts";
import type { SortedIndex, Keyed } from "./sorted-index.ts";

/** Search results with their scores. */
export interface Ranking {
  /** The matching slots. */
  readonly found: BitSet;
  /** The matching slots, ascending. */
  readonly slots: Uint32Array;
  /** Number of matching slots before each word of 32 slots. */
  readonly before: Uint32Array;
  /** Scores of the matching slots, at the same positions. */
  readonly scores: Uint32Array;
  /** Number of matching slots by score. */
  readonly counts: Uint32Array;
  readonly byTime: ByTime;
}

/** The index by creation time, oldest first. */
export type ByTime = Pick<SortedIndex<Keyed>, "slots" | "places">;

/** Maximum number of slots that are sorted by their time; for more, walking the index by time is faster. */
const FEW = 400;

/** Start of a page: after a slot, or after `skip` results. */
export interface PageStart {
  readonly after: number | undefined;
  readonly skip: number;
}

/** Start of a page of a ranking; the slot may no longer match. */
export interface RankedStart {
  readonly after: { readonly slot: number; readonly score: number } | undefined;
  readonly skip: number;
}

/** The slots of one page, `limit` at most. */
export function rankedSlots(ranking: Ranking, start: RankedStart, limit: number): number[] {
  const { counts, byTime } = ranking;
  if (start.after === undefined) return belowScore(ranking, counts.length, start.skip, limit);
  const { slot, score } = start.after;
  const equals = newestEquals(ranking, score, byTime.places[slot]!, limit);
  return [...equals, ...belowScore(ranking, score, 0, limit - equals.length)];
}

/** The best slots with a score below `bound`, without the first `skip`, `limit` at most. */
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

/** The newest slots of one score before a position in the index by time, `limit` at most. */
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

/** The best slots with scores in a range, `limit` at most; `count` slots are in the range. */
function bestBetween(
  { slots, scores, byTime }: Ranking,
  lowest: number,
  highest: number,
  count: number,
  limit: number,
): number[] {
  const { places, slots: ordered } = byTime;
  // Score and position combined are one sort key.
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
