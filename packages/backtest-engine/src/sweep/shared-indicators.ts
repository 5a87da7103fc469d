import type { IndicatorSource } from "../strategy/strategy.ts";

/**
 * Indicator arrays of one series of candles, shared by the runs of a sweep within a memory limit: the least recently
 * used array is dropped first and computed again when it is needed.
 */
export class SharedIndicators implements IndicatorSource {
  readonly #arrays = new Map<string, Float64Array>();
  readonly #mostBytes: number;
  #bytes = 0;

  /** Creates an empty cache. `mostBytes` is its limit in bytes, default 256 MiB. */
  constructor(mostBytes: number = 256 * 1024 * 1024) {
    this.#mostBytes = mostBytes;
  }

  /** Bytes of the arrays in the cache. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the array under `name` and `period`; `compute` creates it if it is not in the cache. */
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
