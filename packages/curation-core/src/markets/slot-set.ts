/**
 * An ascending set of slots, each with a mark. For dense sets the slot-indexed form is cached after first use;
 * rebuilding it is the expensive part.
 *
 * Reads of typed arrays below are within bounds, which the type system cannot see: hence the `!`. Lengths are read
 * once: V8 may call a function for each read, which costs more than the rest of a step.
 */

import { BitSet } from "./bit-set.ts";

/** Maximum average distance of slots in a dense set. */
const DENSE = 64;
/** Number and mask of the low bits that hold a slot's mark. */
const MARK_BITS = 4;
const MARK = (1 << MARK_BITS) - 1;

/** A set of slots with marks. */
export class SlotSet {
  #marked = new Uint32Array(4);
  #size = 0;
  #bits: BitSet | undefined;
  #bitsByWeight: readonly BitSet[] | undefined;
  readonly #weights: readonly number[];
  /** Marks by slot; meaningless for slots that are not in the set. */
  #marks: Uint8Array<ArrayBuffer> | undefined;

  /** Creates an empty set; `weights` are small whole numbers, one for each mark. */
  constructor(weights: readonly number[] = [0]) {
    this.#weights = weights;
  }

  get size(): number {
    return this.#size;
  }

  /** The slots as a bit set: read-only, because it may be the cached one. */
  get bits(): BitSet {
    if (this.#bits !== undefined) return this.#bits;
    const bits = new BitSet();
    this.each((slot) => bits.add(slot));
    if (this.#isDense()) this.#bits = bits;
    return bits;
  }

  /** Adds a slot above all others, below 2^28; the mark is 0–15. */
  add(slot: number, mark = 0): void {
    if (this.#size === this.#marked.length) this.#marked = withRoom(this.#marked, this.#size);
    this.#marked[this.#size++] = (slot << MARK_BITS) | mark;
    this.#bits?.add(slot);
    this.#bitsByWeight?.[this.#weights[mark]!]!.add(slot);
    if (this.#marks === undefined) return;
    this.#marks = withRoom(this.#marks, slot);
    this.#marks[slot] = mark;
  }

  /** The slots by the weight of their marks: read-only; undefined for a sparse set. */
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

  /** Adds the score of each slot's mark to `sums` at the slot's position; `slots` are ascending and all in the set. */
  addScores(scoreByMark: Uint32Array, slots: Uint32Array, sums: Uint32Array): void {
    const marks = this.#marksBySlot();
    if (marks === undefined) addOfMarked(this.#marked, scoreByMark, slots, sums);
    else addOfMarks(marks, scoreByMark, slots, sums);
  }

  /** Marks by slot; undefined for a sparse set. */
  #marksBySlot(): Uint8Array | undefined {
    if (this.#marks !== undefined || !this.#isDense()) return this.#marks;
    const marks = new Uint8Array(this.last + 1);
    this.each((slot, mark) => (marks[slot] = mark));
    this.#marks = marks;
    return marks;
  }

  #isDense(): boolean {
    return this.#size * DENSE > this.last;
  }

  /** The highest slot; −1 for an empty set. */
  get last(): number {
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
  scoreByMark: Uint32Array,
  slots: Uint32Array,
  sums: Uint32Array,
): void {
  const { length } = slots;
  for (let at = 0; at < length; at++) sums[at]! += scoreByMark[marks[slots[at]!]!]!;
}

function addOfMarked(
  marked: Uint32Array,
  scoreByMark: Uint32Array,
  slots: Uint32Array,
  sums: Uint32Array,
): void {
  const { length } = slots;
  let place = 0;
  for (let at = 0; at < length; at++) {
    while (marked[place]! >>> MARK_BITS < slots[at]!) place++;
    sums[at]! += scoreByMark[marked[place]! & MARK]!;
  }
}

/** The array, or a copy of twice the length when `place` is beyond its end. */
function withRoom<T extends Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
  array: T,
  place: number,
): T {
  if (place < array.length) return array;
  const longer = new (array.constructor as new (length: number) => T)(place * 2);
  longer.set(array);
  return longer;
}
