// Blocks are read within their length, so `!` only satisfies the type checker.

import { rootOf } from "../arrays/deviation.ts";
import { checkPeriod, refuseNumber } from "../arrays/window.ts";
import { IndicatorError } from "../errors.ts";
import { told } from "../parameters.ts";

/**
 * Bollinger bands; the streaming form of `bollinger`. O(1) for each value on average, because its block is summed
 * from behind once in a period. 24 bytes for each candle of the period.
 */
export class StreamingBollinger {
  /** Mean after the last value; NaN until there are enough. */
  middle: number = NaN;
  /** Upper band after the last value; NaN until there are enough. */
  upper: number = NaN;
  /** Lower band after the last value; NaN until there are enough. */
  lower: number = NaN;
  readonly #period: number = 0;
  readonly #width: number = 0;
  readonly #scale: number = 0;
  /** The values of the block that is being filled. */
  readonly #block: Float64Array;
  /** Sums of the last full block's values from its k-th on, as distances from its last, and of their squares. */
  readonly #tailSums: Float64Array;
  readonly #tailSquares: Float64Array;
  #filled = 0;
  #isReady = false;
  #base = 0;
  #sum = 0;
  #squares = 0;

  /**
   * Creates the indicator for a period in candles and a width in population deviations (default 2).
   *
   * @throws IndicatorError OPTIONS_INVALID: a period that is not a whole number of at least 1, or a width that is not
   * finite or below 0
   */
  constructor(period: number, width = 2) {
    checkPeriod("StreamingBollinger", "period", period);
    checkWidth(width);
    this.#period = period;
    this.#width = width;
    this.#scale = 1 / period;
    this.#block = new Float64Array(period);
    this.#tailSums = new Float64Array(period);
    this.#tailSquares = new Float64Array(period);
  }

  /**
   * Adds one value, sets all three bands and returns the middle one; NaN until there are enough values.
   *
   * @throws IndicatorError OPTIONS_INVALID: a value that is no number
   */
  next(value: number): number {
    if (typeof value !== "number") refuseNumber("StreamingBollinger", "value", value);
    if (!this.#isReady && this.#filled === 0 && value !== value) return NaN; // a warm-up before it
    const period = this.#period;
    this.#block[this.#filled++] = value;
    const k = this.#filled;
    if (k === period) return this.#endBlock();
    if (!this.#isReady) return NaN;
    const distance = value - this.#base;
    const sum = this.#sum + distance;
    const squares = this.#squares + distance * distance;
    this.#sum = sum;
    this.#squares = squares;
    return this.#set(this.#tailSums[k]! + sum, this.#tailSquares[k]! + squares);
  }

  #endBlock(): number {
    const block = this.#block;
    const last = this.#period - 1;
    const base = block[last]!;
    let sum = 0;
    let squares = 0;
    for (let k = last; k >= 0; k--) {
      const distance = block[k]! - base;
      sum += distance;
      squares += distance * distance;
      this.#tailSums[k] = sum;
      this.#tailSquares[k] = squares;
    }
    this.#base = base;
    this.#sum = 0;
    this.#squares = 0;
    this.#filled = 0;
    this.#isReady = true;
    return this.#set(sum, squares);
  }

  #set(sum: number, squares: number): number {
    const shift = sum * this.#scale;
    const mean = this.#base + shift;
    const reach = this.#width * rootOf(squares * this.#scale - shift * shift);
    this.middle = mean;
    this.upper = mean + reach;
    this.lower = mean - reach;
    return mean;
  }
}

function checkWidth(width: number): void {
  if (Number.isFinite(width) && width >= 0) return;
  throw new IndicatorError(
    `StreamingBollinger: expected the width to be a finite number of deviations of at least 0, found ${told(width)}.`,
    { indicator: "StreamingBollinger", option: "width" },
  );
}
