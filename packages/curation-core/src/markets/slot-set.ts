/**
 * Slots, ascending, each with a mark, and as bits: those of a large set are kept, for they cost the most to gather.
 *
 * Reads of typed arrays below are within their bounds, which the type system cannot see: hence the `!`.
 */

import { BitSet } from "./bit-set.ts";

/** From so many slots on; below, gathering takes some microseconds. */
const LARGE = 1000;
/** How many low bits of a marked slot are its mark, and which. */
export const MARK_BITS = 3;
export const MARK: number = (1 << MARK_BITS) - 1;

export class SlotSet {
  #marked = new Uint32Array(4);
  #size = 0;
  /** Of a large set only. */
  #bits: BitSet | undefined;
  /** How many slots come before those in a word of the bits; without meaning for an empty word. */
  #beforeWord = new Uint32Array(64);

  get size(): number {
    return this.#size;
  }

  /** For reading: each as slot * 8 + mark, a view of those that are there now. */
  get marked(): Uint32Array {
    return this.#marked.subarray(0, this.#size);
  }

  /** For reading: it may be the one that is kept. */
  get bits(): BitSet {
    if (this.#bits !== undefined) return this.#bits;
    const bits = new BitSet();
    for (let at = 0; at < this.#size; at++) bits.add(this.#marked[at]! >>> MARK_BITS);
    if (this.#size >= LARGE) {
      this.#bits = bits;
      // Backwards, so that the first slot of each word has the last say.
      for (let at = this.#size - 1; at >= 0; at--) {
        this.#beginWord(this.#marked[at]! >>> MARK_BITS, at);
      }
    }
    return bits;
  }

  /** A slot above all that are there, below 2^29; the mark is 0–7. */
  add(slot: number, mark = 0): void {
    if (this.#size === this.#marked.length) this.#marked = doubled(this.#marked);
    this.#marked[this.#size] = (slot << MARK_BITS) | mark;
    if (this.#bits !== undefined) {
      if (this.#bits.belowInWord(slot) === 0) this.#beginWord(slot, this.#size);
      this.#bits.add(slot);
    }
    this.#size++;
  }

  /** The mark of a slot that is in it. */
  markOf(slot: number): number {
    const place =
      this.#bits === undefined
        ? this.#search(slot)
        : this.#beforeWord[slot >>> 5]! + this.#bits.belowInWord(slot);
    return this.#marked[place]! & MARK;
  }

  #beginWord(slot: number, before: number): void {
    const word = slot >>> 5;
    while (word >= this.#beforeWord.length) this.#beforeWord = doubled(this.#beforeWord);
    this.#beforeWord[word] = before;
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

function doubled(slots: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(slots.length * 2);
  larger.set(slots);
  return larger;
}
