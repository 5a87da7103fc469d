// Blocks are read within their length, so `!` only tells the checker what the index says.

import { EngineError } from "../errors.ts";
import { checkPeriod } from "../indicators/window.ts";

/**
 * Bollinger bands, as `bollinger` has them: the mean of the last `period` values and `width` population deviations
 * around it.
 *
 * O(1) a value on average: once a period its block is summed up from behind. 24 bytes a candle of the period.
 *
 * @throws EngineError OPTIONS_INVALID: a period that is no whole number ≥ 1, a width that is not finite and ≥ 0
 */
export class StreamingBollinger {
  /** The bands after the last value; NaN until there are enough. */
  middle: number = NaN;
  upper: number = NaN;
  lower: number = NaN;
  readonly #period: number;
  readonly #width: number;
  readonly #scale: number;
  /** The values of the block that is being filled. */
  readonly #block: Float64Array;
  readonly #tailMeans: Float64Array;
  readonly #tailSquares: Float64Array;
  readonly #reciprocals: Float64Array;
  #filled = 0;
  #isReady = false;
  #mean = 0;
  #squares = 0;

  constructor(period: number, width = 2) {
    checkPeriod("StreamingBollinger", "period", period);
    checkWidth(width);
    this.#period = period;
    this.#width = width;
    this.#scale = 1 / period;
    this.#block = new Float64Array(period);
    this.#tailMeans = new Float64Array(period);
    this.#tailSquares = new Float64Array(period);
    this.#reciprocals = Float64Array.from({ length: period + 1 }, (_, count) => 1 / count);
  }

  /** Takes one more value; gives the middle band, and sets all three. */
  next(value: number): number {
    if (!this.#isReady && this.#filled === 0 && value !== value) return NaN; // a warm-up before it
    const period = this.#period;
    this.#block[this.#filled++] = value;
    const k = this.#filled;
    if (k === period) return this.#endBlock();
    if (!this.#isReady) return NaN;
    const distance = value - this.#mean;
    const mean = this.#mean + distance * this.#reciprocals[k]!;
    const squares = this.#squares + distance * (value - mean);
    this.#mean = mean;
    this.#squares = squares;
    const tailMean = this.#tailMeans[k]!;
    const apart = mean - tailMean;
    const joined = squares + this.#tailSquares[k]! + apart * apart * ((k / period) * (period - k));
    return this.#set(tailMean + apart * (k / period), joined);
  }

  #endBlock(): number {
    const block = this.#block;
    const end = this.#period - 1;
    let mean = block[end]!;
    let squares = 0;
    this.#tailMeans[end] = mean;
    this.#tailSquares[end] = 0;
    for (let k = end - 1, count = 2; k >= 0; k--, count++) {
      const value = block[k]!;
      const distance = value - mean;
      mean += distance * this.#reciprocals[count]!;
      squares += distance * (value - mean);
      this.#tailMeans[k] = mean;
      this.#tailSquares[k] = squares;
    }
    this.#filled = 0;
    this.#isReady = true;
    this.#mean = 0;
    this.#squares = 0;
    return this.#set(mean, squares);
  }

  #set(mean: number, squares: number): number {
    const reach = this.#width * Math.sqrt(squares * this.#scale);
    this.middle = mean;
    this.upper = mean + reach;
    this.lower = mean - reach;
    return mean;
  }
}

function checkWidth(width: number): void {
  if (Number.isFinite(width) && width >= 0) return;
  throw new EngineError(
    "OPTIONS_INVALID",
    `StreamingBollinger: expected the width to be a finite number of deviations of at least 0, found ${String(width)}.`,
    { details: { indicator: "StreamingBollinger", option: "width" } },
  );
}
