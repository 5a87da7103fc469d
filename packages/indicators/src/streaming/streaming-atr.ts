import { rangeAt } from "../arrays/true-range.ts";
import { checkPeriod, refuseNumber } from "../arrays/window.ts";

/** Average true range with Wilder's smoothing, in price units; the streaming form of `atr`. O(1) for each candle. */
export class StreamingAtr {
  /** The last result of `next`; NaN before there are enough values. */
  value: number = NaN;
  readonly #period: number = 0;
  readonly #weight: number = 0;
  readonly #kept: number = 0;
  /** True ranges so far, up to the period; -1 before the first candle. */
  #ranges = -1;
  #before = 0;
  #average = 0;

  /**
   * Creates the indicator for a period in candles.
   *
   * @throws IndicatorError OPTIONS_INVALID: a period that is not a whole number of at least 1
   */
  constructor(period: number) {
    checkPeriod("StreamingAtr", "period", period);
    this.#period = period;
    this.#weight = 1 / period;
    this.#kept = 1 - this.#weight;
  }

  /**
   * Adds one candle and returns the average; NaN for the first `period` candles. The same bits as `atr`.
   *
   * @throws IndicatorError OPTIONS_INVALID: a value that is no number
   */
  next(high: number, low: number, close: number): number {
    if (typeof high !== "number") refuseNumber("StreamingAtr", "high", high);
    if (typeof low !== "number") refuseNumber("StreamingAtr", "low", low);
    if (typeof close !== "number") refuseNumber("StreamingAtr", "close", close);
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
