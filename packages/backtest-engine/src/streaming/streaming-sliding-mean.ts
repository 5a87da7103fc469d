// The ring is read within its length, so `!` only tells the checker what the index says.

import { checkPeriod } from "../indicators/window.ts";
import type { StreamingIndicator } from "./streaming-indicator.ts";

/**
 * The mean of the last `period` values, as `slidingMean` has it: compensated sums, ties seen as the reference engines do.
 *
 * O(1) a value, 8 bytes a candle of the period.
 *
 * @throws EngineError OPTIONS_INVALID: a period that is no whole number ≥ 1
 */
export class StreamingSlidingMean implements StreamingIndicator {
  value: number = NaN;
  readonly #ring: Float64Array;
  readonly #period: number;
  #place = 0;
  /** Values so far, up to the period. */
  #count = 0;
  /** Values in a row that are the same as the last. */
  #run = 0;
  #previous = NaN;
  #sum = 0;
  #addedError = 0;
  #removedError = 0;

  constructor(period: number) {
    checkPeriod("StreamingSlidingMean", "period", period);
    this.#period = period;
    this.#ring = new Float64Array(period);
  }

  next(value: number): number {
    const period = this.#period;
    const place = this.#place;
    const ring = this.#ring;
    let rest = this.#sum;
    if (this.#count === period) {
      const removed = -ring[place]! - this.#removedError;
      rest = this.#sum + removed;
      this.#removedError = rest - this.#sum - removed;
    } else {
      if (this.#count === 0 && value !== value) return NaN; // still the warm-up of whatever it is fed with
      this.#count++;
    }
    const added = value - this.#addedError;
    const sum = rest + added;
    this.#addedError = sum - rest - added;
    this.#sum = sum;
    ring[place] = value;
    this.#place = place + 1 === period ? 0 : place + 1;
    const run = value === this.#previous ? this.#run + 1 : 1;
    this.#run = run;
    this.#previous = value;
    if (this.#count < period) return NaN;
    return (this.value = run >= period ? value : sum / period);
  }
}
