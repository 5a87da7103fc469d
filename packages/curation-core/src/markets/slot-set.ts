/** Slots in the order in which they came, and as bits: those of a large set are kept, for they cost the most to gather. */

import { BitSet } from "./bit-set.ts";

/** From so many slots on; below, gathering takes some microseconds. */
const LARGE = 1000;

export class SlotSet {
  readonly slots: number[] = [];
  #bits: BitSet | undefined;

  add(slot: number): void {
    this.slots.push(slot);
    this.#bits?.add(slot);
  }

  /** For reading: it may be the one that is kept. */
  get bits(): BitSet {
    if (this.#bits !== undefined) return this.#bits;
    const bits = BitSet.of(this.slots);
    if (this.slots.length >= LARGE) this.#bits = bits;
    return bits;
  }
}
