/** An index of slots sorted by a key, then by id; new slots are inserted when the index is next read. */

/** An entry with an id. */
export interface Keyed {
  readonly id: string;
}

/** A position in the order: key and id. */
export interface OrderPlace {
  readonly key: string | number;
  readonly id: string;
}

/** The order of two positions: by key, then by id. */
export function comparePlaces(one: OrderPlace, other: OrderPlace): number {
  if (one.key !== other.key) return one.key < other.key ? -1 : 1;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}

/** Number of new slots above which sorting all is cheaper than inserting each. */
const MAX_PLACED = 64;

/** Slots sorted by a key of their entries. */
export class SortedIndex<Entry extends Keyed> {
  readonly #entries: readonly Entry[];
  readonly #key: (entry: Entry) => string | number;
  #sorted: number[] = [];
  #fresh: number[] = [];
  /** Positions by slot; recomputed when they are next read. */
  #places = new Uint32Array(0);
  #isPlaced = false;

  constructor(entries: readonly Entry[], key: (entry: Entry) => string | number) {
    this.#entries = entries;
    this.#key = key;
  }

  add(slot: number): void {
    this.#isPlaced = false;
    this.#fresh.push(slot);
  }

  /** Removes a slot; call it before the slot's entry changes. */
  remove(slot: number): void {
    this.#isPlaced = false;
    const fresh = this.#fresh.indexOf(slot);
    if (fresh >= 0) this.#fresh.splice(fresh, 1);
    else this.#sorted.splice(this.#lowerBound(this.#placeOfEntry(slot)), 1);
  }

  /** All slots, smallest key first. */
  get slots(): readonly number[] {
    if (this.#fresh.length > MAX_PLACED) {
      this.#sorted = [...this.#sorted, ...this.#fresh].toSorted((a, b) =>
        comparePlaces(this.#placeOfEntry(a), this.#placeOfEntry(b)),
      );
    } else {
      for (const slot of this.#fresh) {
        this.#sorted.splice(this.#lowerBound(this.#placeOfEntry(slot)), 0, slot);
      }
    }
    this.#fresh = [];
    return this.#sorted;
  }

  /** Position of each slot; undefined behaviour for slots that are not in the index. */
  get places(): Uint32Array {
    const { slots } = this;
    if (!this.#isPlaced) {
      if (this.#places.length < this.#entries.length) {
        this.#places = new Uint32Array(this.#entries.length * 2);
      }
      for (let place = 0; place < slots.length; place++) this.#places[slots[place]!] = place;
      this.#isPlaced = true;
    }
    return this.#places;
  }

  /** Position of a slot that is in the index. */
  placeOf(slot: number): number {
    return this.countBefore(this.#placeOfEntry(slot));
  }

  /** Number of slots before a key and id. */
  countBefore(place: OrderPlace): number {
    void this.slots;
    return this.#lowerBound(place);
  }

  #lowerBound(place: OrderPlace): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (comparePlaces(this.#placeOfEntry(this.#sorted[middle]!), place) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #placeOfEntry(slot: number): OrderPlace {
    const entry = this.#entries[slot]!;
    return { key: this.#key(entry), id: entry.id };
  }
}
