import { rangeAt } from "../indicators/true-range.ts";
import { checkPeriod } from "../indicators/window.ts";

/**
 * The average true range with Wilder's smoothing, in price units, as `atr` has it.
 *
 * O(1) a candle; it keeps none.
 *
 * @throws EngineError OPTIONS_INVALID: a period that is no whole number ≥ 1
 */
export class StreamingAtr {
  /** What `next` gave last; NaN before. */
  value: number = NaN;
  readonly #period: number = 0;
  readonly #weight: number = 0;
  readonly #kept: number = 0;
  /** True ranges so far, up to the period; -1 before the first candle. */
  #ranges = -1;
  #before = 0;
  #average = 0;

  constructor(period: number) {
    checkPeriod("StreamingAtr", "period", period);
    this.#period = period;
    this.#weight = 1 / period;
    this.#kept = 1 - this.#weight;
  }

  /** The average after one more candle; NaN for the first `period` ones. Bit for bit what `atr` has in that place. */
  next(high: number, low: number, close: number): number {
    const before = this.#before;
    this.#before = close;
    if (this.#ranges === this.#period) {
      const average = this.#kept * this.#average + this.#weight * rangeAt(high, low, before);
      this.#average = average;
      return (this.value = average);
    }
    if (++this.#ranges === 0) return NaN;
    this.#average += rangeAt(high, low, before);
    if (this.#ranges < this.#period) return NaN;
    this.#average /= this.#period;
    return (this.value = this.#average);
  }
}
