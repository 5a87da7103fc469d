/** The number of calls that an endpoint takes in one request, as far as it has shown. */

/** Time after which more calls are tried again: what looked like a limit may have been a busy moment. */
const REMEMBERED_MILLISECONDS = 600_000;

export class BatchSize {
  readonly #most: number;
  readonly #monotonic: () => number;
  #shown: number;
  #until = 0;

  constructor(most: number, monotonic: () => number) {
    this.#most = most;
    this.#monotonic = monotonic;
    this.#shown = most;
  }

  now(): number {
    return this.#monotonic() < this.#until ? this.#shown : this.#most;
  }

  /** The size to try after `size` calls were refused: the limit that the words name, else half. */
  below(size: number, words: string): number {
    const named = [...words.matchAll(/(?<![\w.:-])\d{1,4}(?![\w.])/g)]
      .map(([number]) => Number(number))
      .filter((number) => number > 1 && number < size);
    return Math.max(1, named.length > 0 ? Math.min(...named) : Math.floor(size / 2));
  }

  remember(size: number): void {
    this.#shown = size;
    this.#until = this.#monotonic() + REMEMBERED_MILLISECONDS;
  }
}
