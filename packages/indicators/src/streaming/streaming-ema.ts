import { checkPeriod, refuseNumber } from "../arrays/window.ts";
import type { StreamingIndicator } from "./streaming-indicator.ts";

/**
 * Exponential moving average; the streaming form of `ema`. O(1) for each value, no values are stored. The array form
 * takes four values at a step, each from the average before the four; this class does the same, to have the same
 * bits.
 */
export class StreamingEma implements StreamingIndicator {
  /** The last result of `next`; NaN before there are enough values. */
  value: number = NaN;
  readonly #period: number = 0;
  readonly #weights: readonly [number, number, number, number];
  readonly #share2: number = 0;
  readonly #share3: number = 0;
  readonly #share4: number = 0;
  #count = 0;
  #base = 0;
  #sum = 0;
  /** The average before the present four. */
  #average = 0;
  /** Weighted mean of those of the four that are there. */
  #mean = 0;
  /** Place of the next value among the four. */
  #phase = 0;

  /**
   * Creates the indicator for a period in candles.
   *
   * @throws IndicatorError OPTIONS_INVALID: a period that is not a whole number of at least 1
   */
  constructor(period: number) {
    checkPeriod("StreamingEma", "period", period);
    this.#period = period;
    const weight = 2 / (period + 1);
    const kept = 1 - weight;
    const weight2 = 1 - kept * kept;
    const weight3 = 1 - kept * kept * kept;
    const weight4 = 1 - kept * kept * kept * kept;
    this.#weights = [weight, weight2, weight3, weight4];
    this.#share2 = weight / weight2;
    this.#share3 = weight / weight3;
    this.#share4 = weight / weight4;
  }

  /**
   * Adds one value and returns the indicator; NaN until there are enough values. The same bits as the array form.
   *
   * @throws IndicatorError OPTIONS_INVALID: a value that is no number
   */
  next(value: number): number {
    if (typeof value !== "number") refuseNumber("StreamingEma", "value", value);
    if (this.#count < this.#period) return this.#begin(value);
    const average = this.#average;
    switch (this.#phase) {
      case 0:
        this.#mean = value;
        this.#phase = 1;
        return (this.value = average + this.#weights[0] * (value - average));
      case 1:
        this.#mean += this.#share2 * (value - this.#mean);
        this.#phase = 2;
        return (this.value = average + this.#weights[1] * (this.#mean - average));
      case 2:
        this.#mean += this.#share3 * (value - this.#mean);
        this.#phase = 3;
        return (this.value = average + this.#weights[2] * (this.#mean - average));
      default:
        this.#mean += this.#share4 * (value - this.#mean);
        this.#phase = 0;
        this.#average = average + this.#weights[3] * (this.#mean - average);
        return (this.value = this.#average);
    }
  }

  #begin(value: number): number {
    if (this.#count === 0) {
      if (value !== value) return NaN; // still the warm-up of whatever it is fed with
      this.#base = value;
    } else {
      this.#sum += value - this.#base;
    }
    if (++this.#count < this.#period) return NaN;
    this.#average = this.#base + this.#sum / this.#period;
    return (this.value = this.#average);
  }
}
