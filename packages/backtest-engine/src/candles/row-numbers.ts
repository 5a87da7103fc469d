// Array reads below are within the bounds of the steps, so `!` only tells the checker what the loop bounds say.

/** Row numbers of candles in their file, where lines between them may be none. */
export class RowNumbers {
  /** Indexes from which on the row numbers are further from the indexes, and how far. */
  readonly #steps: { readonly from: number; readonly shift: number }[] = [];

  /** Takes the row of the candle at `index`; indexes rise. */
  add(index: number, row: number): void {
    const shift = row - index;
    if (this.#steps.at(-1)?.shift !== shift) this.#steps.push({ from: index, shift });
  }

  /** The row of the candle at `index`. */
  at(index: number): number {
    let low = 0;
    let high = this.#steps.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#steps[middle]!.from <= index) low = middle + 1;
      else high = middle;
    }
    return index + (this.#steps[low - 1]?.shift ?? 1);
  }
}
