import type { IndicatorSource } from "../strategy/strategy.ts";

/**
 * Indicator arrays of one series of candles, each computed once, for the runs of a sweep to share.
 *
 * Use one cache for one series only. Arrays are returned as they are stored: do not write to them. Memory: 8 bytes
 * per candle and array, until the cache is dropped or cleared.
 */
export class IndicatorCache implements IndicatorSource {
  readonly #arrays = new Map<string, Float64Array>();

  /** Number of arrays in the cache. */
  get size(): number {
    return this.#arrays.size;
  }

  /** Returns the array under `name` and `period`; `compute` creates it the first time. */
  get(name: string, period: number, compute: () => Float64Array): Float64Array {
    const key = `${name}:${period}`;
    const known = this.#arrays.get(key);
    if (known !== undefined) return known;
    const computed = compute();
    this.#arrays.set(key, computed);
    return computed;
  }

  /** Removes all arrays. */
  clear(): void {
    this.#arrays.clear();
  }
}
