/** Slots in the order of a key, ties by id; new ones are put in their place when the order is next asked for. */

export interface Keyed {
  readonly id: string;
}

/** Past so many new slots, sorting all anew is cheaper than placing each. */
const MAX_PLACED = 64;

export class SlotOrder<Entry extends Keyed> {
  readonly #entries: readonly Entry[];
  readonly #key: (entry: Entry) => string | number;
  #sorted: number[] = [];
  #fresh: number[] = [];

  constructor(entries: readonly Entry[], key: (entry: Entry) => string | number) {
    this.#entries = entries;
    this.#key = key;
  }

  add(slot: number): void {
    this.#fresh.push(slot);
  }

  /** For a key that has changed. */
  move(slot: number): void {
    if (this.#fresh.includes(slot)) return;
    this.#sorted = this.#sorted.filter((other) => other !== slot);
    this.#fresh.push(slot);
  }

  /** All slots, smallest key first. */
  get slots(): readonly number[] {
    if (this.#fresh.length > MAX_PLACED) {
      this.#sorted = [...this.#sorted, ...this.#fresh].toSorted((a, b) => this.#compare(a, b));
    } else {
      for (const slot of this.#fresh) this.#sorted.splice(this.#lowerBound(slot), 0, slot);
    }
    this.#fresh = [];
    return this.#sorted;
  }

  /** The place of a slot that is in the order. */
  placeOf(slot: number): number {
    void this.slots;
    return this.#lowerBound(slot);
  }

  #lowerBound(slot: number): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(this.#sorted[middle]!, slot) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(a: number, b: number): number {
    const [one, other] = [this.#entries[a]!, this.#entries[b]!];
    const [key, otherKey] = [this.#key(one), this.#key(other)];
    if (key !== otherKey) return key < otherKey ? -1 : 1;
    if (one.id === other.id) return 0;
    return one.id < other.id ? -1 : 1;
  }
}
