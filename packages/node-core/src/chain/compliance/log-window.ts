/** The number of blocks whose logs an endpoint gives in one answer, as far as it has shown. */

/** Number of answers of the whole size after which a larger one is tried. */
const ANSWERS_BEFORE_MORE = 16;

export class LogWindow {
  readonly #most: number;
  #size: number;
  /** The largest number of blocks that was answered since the last refusal of so many. */
  #good = 0;
  #answers = 0;

  constructor(most: number) {
    this.#most = most;
    this.#size = most;
  }

  /** Number of blocks to ask for. */
  get size(): number {
    return this.#size;
  }

  /** After `blocks` were answered. */
  answered(blocks: number): void {
    this.#good = Math.max(this.#good, blocks);
    if (blocks < this.#size || this.#size === this.#most) return;
    this.#answers += 1;
    if (this.#answers < ANSWERS_BEFORE_MORE) return;
    this.#answers = 0;
    this.#size = Math.min(this.#most, this.#size * 2);
  }

  /** After `blocks` were refused with these words, which may name the limit. */
  refused(blocks: number, words: string): void {
    if (this.#good >= blocks) this.#good = 0;
    const named = [
      ...words.matchAll(/(?<![\w.:-])\d{1,3}(?:,\d{3})+(?![\w.])|(?<![\w.:-])\d{1,6}(?![\w.])/g),
    ]
      .map(([number]) => Number(number.replaceAll(",", "")))
      .filter((number) => number > 1 && number < blocks);
    const smaller = named.length > 0 ? Math.min(...named) : Math.floor(blocks / 4);
    this.#size = Math.max(1, this.#good, smaller);
    this.#answers = 0;
  }
}
