// Blocks are read within their length, so `!` only satisfies the type checker.

import { checkPeriod, refuseNumber } from "../arrays/window.ts";
import type { StreamingIndicator } from "./streaming-indicator.ts";

/**
 * Simple moving average; the streaming form of `sma`. O(1) for each value on average, because its block is summed
 * from behind once in a period. 16 bytes for each candle of the period.
 */
export class StreamingSma implements StreamingIndicator {
  /** The last result of `next`; NaN before there are enough values. */
  value: number = NaN;
  readonly #period: number = 0;
  readonly #scale: number = 0;
  /** The values of the block that is being filled. */
  readonly #block: Float64Array;
  /** Sums of the last full block's values from its k-th on, as distances from its last. */
  readonly #tails: Float64Array;
  #filled = 0;
  #isReady = false;
  #base = 0;
  #head = 0;

  /**
   * Creates the indicator for a period in candles.
   *
   * @throws IndicatorError OPTIONS_INVALID: a period that is not a whole number of at least 1
   */
  constructor(period: number) {
    checkPeriod("StreamingSma", "period", period);
    this.#period = period;
    this.#scale = 1 / period;
    this.#block = new Float64Array(period);
    this.#tails = new Float64Array(period);
  }

  /**
   * Adds one value and returns the indicator; NaN until there are enough values. The same bits as the array form.
   *
   * @throws IndicatorError OPTIONS_INVALID: a value that is no number
   */
  next(value: number): number {
    if (typeof value !== "number") refuseNumber("StreamingSma", "value", value);
    if (!this.#isReady && this.#filled === 0 && value !== value) return NaN; // a warm-up before it
    this.#block[this.#filled++] = value;
    const filled = this.#filled;
    if (filled === this.#period) return (this.value = this.#endBlock());
    if (!this.#isReady) return NaN;
    const head = this.#head + (value - this.#base);
    this.#head = head;
    return (this.value = this.#base + (this.#tails[filled]! + head) * this.#scale);
  }

  #endBlock(): number {
    const block = this.#block;
    const tails = this.#tails;
    const last = this.#period - 1;
    const base = block[last]!;
    let tail = 0;
    for (let k = last; k >= 0; k--) {
      tail += block[k]! - base;
      tails[k] = tail;
    }
    this.#base = base;
    this.#head = 0;
    this.#filled = 0;
    this.#isReady = true;
    return base + tail * this.#scale;
  }
}
