/** A sorted list of spellings, to find those with a given start; new ones are placed when it is next read. */

/** Number of new spellings above which sorting all is cheaper than inserting each. */
const MAX_PLACED = 64;

/** Sorted spellings, each once. */
export class WordList {
  #sorted: string[] = [];
  #fresh: string[] = [];

  /** Adds a spelling that is not in the list yet. */
  add(word: string): void {
    this.#fresh.push(word);
  }

  /** The spellings that begin with `start`, sorted. */
  startingWith(start: string): readonly string[] {
    this.#place();
    const found: string[] = [];
    for (let at = this.#lowerBound(start); at < this.#sorted.length; at++) {
      const word = this.#sorted[at];
      if (word === undefined || !word.startsWith(start)) break;
      found.push(word);
    }
    return found;
  }

  #place(): void {
    if (this.#fresh.length > MAX_PLACED) {
      this.#sorted = [...this.#sorted, ...this.#fresh].toSorted(compare);
    } else {
      for (const word of this.#fresh) this.#sorted.splice(this.#lowerBound(word), 0, word);
    }
    this.#fresh = [];
  }

  #lowerBound(word: string): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#sorted[middle];
      if (other !== undefined && other < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
