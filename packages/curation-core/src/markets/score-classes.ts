/**
 * The order of search results for one frequent word: by the fields that contain it, markets fall into a few classes of
 * equal score. Only the part of a class that is on the page is sorted, newest first.
 *
 * Array positions below are within bounds, which the type system cannot see: hence the `!`.
 */

import type { BitSet } from "./bit-set.ts";
import type { ByTime, RankedStart } from "./ranking.ts";

/** The matching slots of one score. */
export interface ScoreClass {
  readonly score: number;
  /** The slots. */
  readonly members: BitSet;
}

/** The slots of one page, `limit` at most; `classes` are ordered best first. */
export function bestOfClasses(
  classes: Iterable<ScoreClass>,
  byTime: ByTime,
  { after, skip }: RankedStart,
  limit: number,
): number[] {
  const taken: number[] = [];
  let skipped = skip;
  for (const { score, members } of classes) {
    if (taken.length === limit) break;
    if (after !== undefined && score > after.score) continue;
    if (members.size <= skipped) {
      skipped -= members.size;
      continue;
    }
    const isOfAfter = score === after?.score;
    const end = isOfAfter ? byTime.places[after.slot]! : byTime.slots.length;
    const wanted = skipped + limit - taken.length;
    taken.push(...newestOf(members, byTime, end, wanted).slice(skipped));
    skipped = 0;
  }
  return taken;
}

/** The newest members before a position in the index by time, `limit` at most. */
function newestOf(members: BitSet, byTime: ByTime, end: number, limit: number): number[] {
  // Walking takes (markets / members) steps for each result; looking up and sorting takes about four for each member.
  const steps = (limit * byTime.slots.length) / members.size;
  return 4 * members.size <= steps
    ? newestOfFew(members, byTime, end, limit)
    : newestOfMany(members, byTime, end, limit);
}

function newestOfFew(
  members: BitSet,
  { slots, places }: ByTime,
  end: number,
  limit: number,
): number[] {
  const placed = members.slotsInto(new Uint32Array(members.size));
  const { length } = placed;
  for (let at = 0; at < length; at++) placed[at] = places[placed[at]!]!;
  placed.sort();
  const newest: number[] = [];
  for (let at = length - 1; at >= 0 && newest.length < limit; at--) {
    if (placed[at]! < end) newest.push(slots[placed[at]!]!);
  }
  return newest;
}

function newestOfMany(members: BitSet, { slots }: ByTime, end: number, limit: number): number[] {
  const newest: number[] = [];
  for (let place = end - 1; place >= 0 && newest.length < limit; place--) {
    const slot = slots[place]!;
    if (members.has(slot)) newest.push(slot);
  }
  return newest;
}
