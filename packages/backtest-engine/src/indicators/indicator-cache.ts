import type { IndicatorSource } from "../strategies/strategy.ts";

/**
 * Indicator arrays of one series of candles, each computed once: what the runs of a sweep share.
 *
 * One cache belongs to one series: whoever keeps it sees to that. Arrays are handed out as they are; nobody
 * writes into them. Memory: 8 bytes a candle for each array, until the cache itself is dropped or cleared.
 */
export class IndicatorCache implements IndicatorSource {
  readonly #arrays = new Map<string, Float64Array>();

  /** How many arrays are kept. */
  get size(): number {
    return this.#arrays.size;
  }

  get(name: string, period: number, compute: () => Float64Array): Float64Array {
    const key = `${name}:${period}`;
    const known = this.#arrays.get(key);
    if (known !== undefined) return known;
    const computed = compute();
    this.#arrays.set(key, computed);
    return computed;
  }

  clear(): void {
    this.#arrays.clear();
  }
}
