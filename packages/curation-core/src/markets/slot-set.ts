/**
 * Slots, ascending, each with a mark. What a dense set is by slot is kept once it was asked for: it would cost the most to
 * gather again.
 *
 * Reads of typed arrays below are within their bounds, which the type system cannot see: hence the `!`. Their lengths are
 * read once: V8 may call a function for each reading, which costs more than the rest of a step.
 */

import { BitSet } from "./bit-set.ts";

/** A set is dense with at least one in so many slots, up to its last. */
const DENSE = 64;
/** How many low bits of a marked slot are its mark, and which. */
const MARK_BITS = 3;
const MARK = (1 << MARK_BITS) - 1;

export class SlotSet {
  #marked = new Uint32Array(4);
  #size = 0;
  #bits: BitSet | undefined;
  #bitsByWeight: readonly BitSet[] | undefined;
  readonly #weights: readonly number[];
  /** By slot; without meaning for those that are not in the set. */
  #marks: Uint8Array<ArrayBuffer> | undefined;

  /** `weights`: small whole numbers, one of each mark. */
  constructor(weights: readonly number[] = [0]) {
    this.#weights = weights;
  }

  get size(): number {
    return this.#size;
  }

  /** For reading: it may be the one that is kept. */
  get bits(): BitSet {
    if (this.#bits !== undefined) return this.#bits;
    const bits = new BitSet();
    this.each((slot) => bits.add(slot));
    if (this.#isDense()) this.#bits = bits;
    return bits;
  }

  /** A slot above all that are there, below 2^29; the mark is 0–7. */
  add(slot: number, mark = 0): void {
    if (this.#size === this.#marked.length) this.#marked = withRoom(this.#marked, this.#size);
    this.#marked[this.#size++] = (slot << MARK_BITS) | mark;
    this.#bits?.add(slot);
    this.#bitsByWeight?.[this.#weights[mark]!]!.add(slot);
    if (this.#marks === undefined) return;
    this.#marks = withRoom(this.#marks, slot);
    this.#marks[slot] = mark;
  }

  /** For reading: the slots whose marks have each weight; of a dense set only. */
  get bitsByWeight(): readonly BitSet[] | undefined {
    if (this.#bitsByWeight !== undefined || !this.#isDense()) return this.#bitsByWeight;
    const heaviest = Math.max(...this.#weights);
    const byWeight = Array.from({ length: heaviest + 1 }, () => new BitSet());
    this.each((slot, mark) => byWeight[this.#weights[mark]!]!.add(slot));
    this.#bitsByWeight = byWeight;
    return byWeight;
  }

  each(visit: (slot: number, mark: number) => void): void {
    const marked = this.#marked;
    const size = this.#size;
    for (let at = 0; at < size; at++) visit(marked[at]! >>> MARK_BITS, marked[at]! & MARK);
  }

  /** The mark of a slot that is in the set. */
  markOf(slot: number): number {
    const marks = this.#marksBySlot();
    return marks === undefined ? this.#marked[this.#search(slot)]! & MARK : marks[slot]!;
  }

  /** Adds the `worth` of the mark of each of `slots`, ascending and all in the set, to its sum at the same place. */
  addScores(worth: Uint32Array, slots: Uint32Array, sums: Uint32Array): void {
    const marks = this.#marksBySlot();
    if (marks === undefined) addOfMarked(this.#marked, worth, slots, sums);
    else addOfMarks(marks, worth, slots, sums);
  }

  /** Of a dense set only. */
  #marksBySlot(): Uint8Array | undefined {
    if (this.#marks !== undefined || !this.#isDense()) return this.#marks;
    const marks = new Uint8Array(this.#last() + 1);
    this.each((slot, mark) => (marks[slot] = mark));
    this.#marks = marks;
    return marks;
  }

  #isDense(): boolean {
    return this.#size * DENSE > this.#last();
  }

  /** −1 of an empty set. */
  #last(): number {
    return this.#size === 0 ? -1 : this.#marked[this.#size - 1]! >>> MARK_BITS;
  }

  #search(slot: number): number {
    let low = 0;
    let high = this.#size - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#marked[middle]! >>> MARK_BITS < slot) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function addOfMarks(
  marks: Uint8Array,
  worth: Uint32Array,
  slots: Uint32Array,
  sums: Uint32Array,
): void {
  const { length } = slots;
  for (let at = 0; at < length; at++) sums[at]! += worth[marks[slots[at]!]!]!;
}

function addOfMarked(
  marked: Uint32Array,
  worth: Uint32Array,
  slots: Uint32Array,
  sums: Uint32Array,
): void {
  const { length } = slots;
  let place = 0;
  for (let at = 0; at < length; at++) {
    while (marked[place]! >>> MARK_BITS < slots[at]!) place++;
    sums[at]! += worth[marked[place]! & MARK]!;
  }
}

/** The same, or twice as long with the same in it: with room for `place`, which is not far beyond. */
function withRoom<T extends Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
  array: T,
  place: number,
): T {
  if (place < array.length) return array;
  const longer = new (array.constructor as new (length: number) => T)(place * 2);
  longer.set(array);
  return longer;
}
