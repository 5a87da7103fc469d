// Blocks are read within their length, so `!` only satisfies the type checker.

import { checkPeriod, refuseNumber } from "../arrays/window.ts";
import type { StreamingIndicator } from "./streaming-indicator.ts";

/**
 * Linearly weighted moving average; the streaming form of `wma`. O(1) for each value on average, because its block is
 * summed from behind once in a period. 16 bytes for each candle of the period.
 */
export class StreamingWma implements StreamingIndicator {
  /** The last result of `next`; NaN before there are enough values. */
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

  /**
   * Creates the indicator for a period in candles.
   *
   * @throws IndicatorError OPTIONS_INVALID: a period that is not a whole number of at least 1
   */
  constructor(period: number) {
    checkPeriod("StreamingWma", "period", period);
    this.#period = period;
    this.#scale = 2 / (period * (period + 1));
    this.#block = new Float64Array(period);
    this.#tails = new Float64Array(period);
  }

  /**
   * Adds one value and returns the indicator; NaN until there are enough values. The same bits as the array form.
   *
   * @throws IndicatorError OPTIONS_INVALID: a value that is no number
   */
  next(value: number): number {
    if (typeof value !== "number") refuseNumber("StreamingWma", "value", value);
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
