/**
 * Sets of slots as bits: 100,000 markets are 12.5 kB, and two sets meet in 3,125 steps.
 *
 * Reads of typed arrays below are within their bounds, which the type system cannot see: hence the `!`.
 */

export class BitSet {
  #words = new Uint32Array(64);
  /** Counted when it is first asked for. */
  #size: number | undefined;

  add(slot: number): void {
    this.#size = undefined;
    const at = slot >>> 5;
    if (at >= this.#words.length) {
      const grown = new Uint32Array(Math.max(at + 1, this.#words.length * 2));
      grown.set(this.#words);
      this.#words = grown;
    }
    this.#words[at] = this.#words[at]! | (1 << (slot & 31));
  }

  delete(slot: number): void {
    this.#size = undefined;
    const at = slot >>> 5;
    if (at < this.#words.length) this.#words[at] = this.#words[at]! & ~(1 << (slot & 31));
  }

  has(slot: number): boolean {
    const at = slot >>> 5;
    return at < this.#words.length && (this.#words[at]! & (1 << (slot & 31))) !== 0;
  }

  /** Holds what the other holds, and no more. */
  assign(other: BitSet): void {
    this.#size = other.#size;
    if (this.#words.length < other.#words.length) {
      this.#words = other.#words.slice();
    } else {
      this.#words.set(other.#words);
      this.#words.fill(0, other.#words.length);
    }
  }

  /** Holds what both hold, and no more. */
  intersectionOf(one: BitSet, other: BitSet): void {
    const ones = one.#words;
    const others = other.#words;
    const both = Math.min(ones.length, others.length);
    if (this.#words.length < both) this.#words = new Uint32Array(both);
    const words = this.#words;
    let size = 0;
    for (let at = 0; at < both; at++) {
      const word = ones[at]! & others[at]!;
      words[at] = word;
      if (word !== 0) size += onesOf(word);
    }
    words.fill(0, both);
    this.#size = size;
  }

  union(other: BitSet): void {
    this.#size = undefined;
    const last = other.#words.length - 1;
    if (last >= this.#words.length) {
      const grown = new Uint32Array(last + 1);
      grown.set(this.#words);
      this.#words = grown;
    }
    const words = this.#words;
    const others = other.#words;
    for (let at = 0; at <= last; at++) words[at]! |= others[at]!;
  }

  intersect(other: BitSet): void {
    this.#size = undefined;
    const words = this.#words;
    const others = other.#words;
    const both = Math.min(words.length, others.length);
    for (let at = 0; at < both; at++) words[at]! &= others[at]!;
    words.fill(0, both);
  }

  /** How many are in it. */
  get size(): number {
    this.#size ??= this.#count();
    return this.#size;
  }

  /**
   * All of them, ascending: a view of `into`, which has room for them. For `placeOf`, `before` takes how many come before
   * each 32 slots.
   */
  slotsInto(into: Uint32Array, before?: Uint32Array): Uint32Array {
    const words = this.#words;
    const { length } = words;
    let count = 0;
    for (let at = 0; at < length; at++) {
      if (before !== undefined) before[at] = count;
      for (let word = words[at]!; word !== 0; word &= word - 1) {
        into[count++] = at * 32 + 31 - Math.clz32(word & -word);
      }
    }
    this.#size = count;
    return into.subarray(0, count);
  }

  /** The place among all, ascending, of a slot that is in it. */
  placeOf(slot: number, before: Uint32Array): number {
    const at = slot >>> 5;
    return before[at]! + onesOf(this.#words[at]! & ((1 << (slot & 31)) - 1));
  }

  static of(slots: Iterable<number>): BitSet {
    const set = new BitSet();
    for (const slot of slots) set.add(slot);
    return set;
  }

  #count(): number {
    const words = this.#words;
    const { length } = words;
    let count = 0;
    for (let at = 0; at < length; at++) count += onesOf(words[at]!);
    return count;
  }
}

/** The Hamming weight of 32 bits, by halves. */
function onesOf(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x5555_5555);
  const nibbles = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
