import { checkPeriod, refuseNumber } from "../arrays/window.ts";
import type { StreamingIndicator } from "./streaming-indicator.ts";

/**
 * Relative strength index with Wilder's smoothing, 0–100; the streaming form of `rsi`. O(1) for each value, no values
 * are stored.
 */
export class StreamingRsi implements StreamingIndicator {
  /** The last result of `next`; NaN before there are enough values. */
  value: number = NaN;
  readonly #period: number = 0;
  readonly #weight: number = 0;
  readonly #kept: number = 0;
  readonly #half: number = 0;
  /** Changes so far, up to the period; -1 before the first value. */
  #changes = -1;
  #previous = 0;
  #gain = 0;
  #loss = 0;

  /**
   * Creates the indicator for a period in candles.
   *
   * @throws IndicatorError OPTIONS_INVALID: a period that is not a whole number of at least 1
   */
  constructor(period: number) {
    checkPeriod("StreamingRsi", "period", period);
    this.#period = period;
    this.#weight = 1 / period;
    this.#kept = 1 - this.#weight;
    this.#half = 0.5 * this.#weight;
  }

  /**
   * Adds one value and returns the indicator; NaN until there are enough values. The same bits as the array form.
   *
   * @throws IndicatorError OPTIONS_INVALID: a value that is no number
   */
  next(value: number): number {
    if (typeof value !== "number") refuseNumber("StreamingRsi", "value", value);
    if (this.#changes < this.#period) return this.#begin(value);
    const change = value - this.#previous;
    this.#previous = value;
    const size = Math.abs(change);
    const kept = this.#kept;
    const half = this.#half;
    const gain = kept * this.#gain + half * (size + change);
    const loss = kept * this.#loss + half * (size - change);
    this.#gain = gain;
    this.#loss = loss;
    const move = gain + loss;
    return (this.value = move > 0 ? 100 * (gain / move) : 50);
  }

  #begin(value: number): number {
    if (this.#changes < 0 && value !== value) return NaN; // still the warm-up of whatever it is fed with
    const change = value - this.#previous;
    this.#previous = value;
    if (++this.#changes === 0) return NaN;
    if (change > 0) this.#gain += change;
    else this.#loss -= change;
    if (this.#changes < this.#period) return NaN;
    this.#gain *= this.#weight;
    this.#loss *= this.#weight;
    const move = this.#gain + this.#loss;
    return (this.value = move > 0 ? 100 * (this.#gain / move) : 50);
  }
}
