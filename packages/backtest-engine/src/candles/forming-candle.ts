/** The candle of a bin while the candles of the source come in. */

import type { CandleCells } from "./candle-columns.ts";

/** Numbers of one candle that a bin takes. */
export type SourceCandle = Omit<CandleCells, "time">;

export class FormingCandle {
  open = 0;
  high = 0;
  low = 0;
  close = 0;
  volume = 0;
  turnover = 0;
  #volumeError = 0;
  #turnoverError = 0;

  /** Begins with the first candle of a bin. */
  begin({ open, high, low, close, volume, turnover }: SourceCandle): void {
    this.open = open;
    this.high = high;
    this.low = low;
    this.close = close;
    this.volume = volume;
    this.turnover = turnover;
    this.#volumeError = 0;
    this.#turnoverError = 0;
  }

  /** Adds a later candle. Sums are compensated (Kahan, 1965) as pandas compensates them, so that they have its bits. */
  add({ high, low, close, volume, turnover }: SourceCandle): void {
    if (high > this.high) this.high = high;
    if (low < this.low) this.low = low;
    this.close = close;
    const more = volume - this.#volumeError;
    const sum = this.volume + more;
    this.#volumeError = sum - this.volume - more;
    this.volume = sum;
    const moreValue = turnover - this.#turnoverError;
    const value = this.turnover + moreValue;
    this.#turnoverError = value - this.turnover - moreValue;
    this.turnover = value;
  }
}
