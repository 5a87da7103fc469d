/**
 * The members of a bit set of slots, in order and by position.
 *
 * Reads of typed arrays below are within bounds, which the type system cannot see: hence the `!`.
 */

import type { TypedFastBitSet } from "typedfastbitset";

/**
 * Writes all members, ascending, into `into`, which must be large enough, and returns the written part. `before` takes
 * the number of members before each word of 32 slots, for {@link placeOf}.
 */
export function membersInto(
  { words }: TypedFastBitSet,
  into: Uint32Array,
  before?: Uint32Array,
): Uint32Array {
  let count = 0;
  for (let at = 0; at < words.length; at++) {
    if (before !== undefined) before[at] = count;
    for (let word = words[at]!; word !== 0; word &= word - 1) {
      into[count++] = at * 32 + 31 - Math.clz32(word & -word);
    }
  }
  return into.subarray(0, count);
}

/** Position of a member among all members, ascending. */
export function placeOf({ words }: TypedFastBitSet, slot: number, before: Uint32Array): number {
  const at = slot >>> 5;
  let place = before[at]!;
  for (let word = words[at]! & ((1 << (slot & 31)) - 1); word !== 0; word &= word - 1) place++;
  return place;
}
