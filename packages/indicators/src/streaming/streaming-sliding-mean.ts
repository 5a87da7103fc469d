// The ring is read within its length, so `!` only satisfies the type checker.

import { checkPeriod, refuseNumber } from "../arrays/window.ts";
import type { StreamingIndicator } from "./streaming-indicator.ts";

/**
 * Simple moving average by compensated sums, which sees ties as the reference engines do; the streaming form of
 * `slidingMean`. O(1) for each value, 8 bytes for each candle of the period.
 */
export class StreamingSlidingMean implements StreamingIndicator {
  readonly #ring: Float64Array;
  #place = 0;
  /** The period once there are so many values, NaN before. */
  #divisor = NaN;
  /** Number of repetitions of the last value so far; at `#repeats` the window holds nothing else. */
  #repeated = 0;
  readonly #repeats: number = 0;
  #previous = NaN;
  #sum = 0;
  #addedError = 0;
  #removedError = 0;

  /**
   * Creates the indicator for a period in candles.
   *
   * @throws IndicatorError OPTIONS_INVALID: a period that is not a whole number of at least 1
   */
  constructor(period: number) {
    checkPeriod("StreamingSlidingMean", "period", period);
    this.#repeats = period - 1;
    this.#ring = new Float64Array(period);
  }

  /** The last result of `next`; NaN before there are enough values. */
  get value(): number {
    return this.#repeated >= this.#repeats ? this.#previous : this.#sum / this.#divisor;
  }

  // Short and without a call: loops that feed two of these take both in whole.
  /**
   * Adds one value and returns the indicator; NaN until there are enough values. The same bits as the array form.
   *
   * @throws IndicatorError OPTIONS_INVALID: a value that is no number
   */
  next(value: number): number {
    if (typeof value !== "number") refuseNumber("StreamingSlidingMean", "value", value);
    const place = this.#place;
    const repeats = this.#repeats;
    if (value !== value && place === 0 && this.#divisor !== this.#divisor) return NaN; // a warm-up before it
    const ring = this.#ring;
    const before = this.#sum;
    const removed = -ring[place]! - this.#removedError; // 0 for as long as the ring fills
    const rest = before + removed;
    this.#removedError = rest - before - removed;
    const added = value - this.#addedError;
    const sum = rest + added;
    this.#addedError = sum - rest - added;
    this.#sum = sum;
    ring[place] = value;
    if (place === repeats) {
      this.#place = 0;
      this.#divisor = place + 1;
    } else {
      this.#place = place + 1;
    }
    let repeated = 0;
    if (value === this.#previous) repeated = this.#repeated + 1;
    else this.#previous = value;
    this.#repeated = repeated;
    return repeated >= repeats ? value : sum / this.#divisor;
  }
}
