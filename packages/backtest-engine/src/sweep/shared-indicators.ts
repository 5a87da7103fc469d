import type { IndicatorSource } from "../strategies/strategy.ts";

/**
 * The indicator arrays of one series of candles, shared by the runs of a sweep up to a bound of memory: the array that
 * was not asked for longest goes first, and is computed again when it is wanted again.
 */
export class SharedIndicators implements IndicatorSource {
  readonly #arrays = new Map<string, Float64Array>();
  readonly #mostBytes: number;
  #bytes = 0;

  /** `mostBytes`: default 256 MiB. */
  constructor(mostBytes: number = 256 * 1024 * 1024) {
    this.#mostBytes = mostBytes;
  }

  /** Bytes of the arrays that are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  get(name: string, period: number, compute: () => Float64Array): Float64Array {
    const key = `${name}:${period}`;
    const known = this.#arrays.get(key);
    const found = known ?? compute();
    if (known === undefined) this.#bytes += found.byteLength;
    else this.#arrays.delete(key);
    this.#arrays.set(key, found); // at the end: the map's order is that of the last use
    for (const [oldest, array] of this.#arrays) {
      if (this.#bytes <= this.#mostBytes || oldest === key) break;
      this.#arrays.delete(oldest);
      this.#bytes -= array.byteLength;
    }
    return found;
  }
}
