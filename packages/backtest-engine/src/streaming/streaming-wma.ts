// Blocks are read within their length, so `!` only tells the checker what the index says.

import { checkPeriod } from "../indicators/window.ts";
import type { StreamingIndicator } from "./streaming-indicator.ts";

/**
 * The linearly weighted moving average, as `wma` has it: each window is the tail of one block of values and the head
 * of the next.
 *
 * O(1) a value on average: once a period its block is summed up from behind. 16 bytes a candle of the period.
 *
 * @throws EngineError OPTIONS_INVALID: a period that is no whole number ≥ 1
 */
export class StreamingWma implements StreamingIndicator {
  value: number = NaN;
  readonly #period: number = 0;
  readonly #scale: number = 0;
  /** The values of the block that is being filled. */
  readonly #block: Float64Array;
  /** Weighted sums of the last full block's values from its k-th on, as distances from its last. */
  readonly #tails: Float64Array;
  #filled = 0;
  #isReady = false;
  #base = 0;
  #sum = 0;
  #weighted = 0;

  constructor(period: number) {
    checkPeriod("StreamingWma", "period", period);
    this.#period = period;
    this.#scale = 2 / (period * (period + 1));
    this.#block = new Float64Array(period);
    this.#tails = new Float64Array(period);
  }

  next(value: number): number {
    if (!this.#isReady && this.#filled === 0 && value !== value) return NaN; // a warm-up before it
    const period = this.#period;
    const place = this.#filled++;
    this.#block[place] = value;
    if (this.#filled === period) return (this.value = this.#endBlock());
    if (!this.#isReady) return NaN;
    const distance = value - this.#base;
    this.#weighted += period * distance - this.#sum;
    this.#sum += distance;
    return (this.value = this.#base + (this.#tails[place + 1]! + this.#weighted) * this.#scale);
  }

  #endBlock(): number {
    const block = this.#block;
    const base = block[this.#period - 1]!;
    let sum = 0;
    let weighted = 0;
    for (let k = this.#period - 1; k >= 0; k--) {
      sum += block[k]! - base;
      weighted += sum;
      this.#tails[k] = weighted;
    }
    this.#base = base;
    this.#sum = 0;
    this.#weighted = 0;
    this.#filled = 0;
    this.#isReady = true;
    return base + weighted * this.#scale;
  }
}
