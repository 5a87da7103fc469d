import type { Candles } from "./candles.ts";
import { createCandles } from "./create-candles.ts";

/** One candle on its way into columns, in the order of the fields; `turnover` is ignored where the series has none. */
export interface CandleCells {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  turnover: number;
}

/** Columns that grow while a reader fills them: doubling, so that n appends cost O(n). */
export class CandleColumns {
  #candles: Candles;
  #length = 0;
  readonly #turnover: boolean;

  constructor(capacity: number, turnover: boolean) {
    this.#turnover = turnover;
    this.#candles = createCandles(Math.max(16, capacity), { turnover });
  }

  get length(): number {
    return this.#length;
  }

  push(cells: CandleCells): void {
    const i = this.#length;
    if (i === this.#candles.length) this.#resize(2 * i);
    const { time, open, high, low, close, volume, turnover } = this.#candles;
    time[i] = cells.time;
    open[i] = cells.open;
    high[i] = cells.high;
    low[i] = cells.low;
    close[i] = cells.close;
    volume[i] = cells.volume;
    if (turnover !== undefined) turnover[i] = cells.turnover;
    this.#length = i + 1;
  }

  /** The candles so far, in memory of exactly their size. */
  finish(): Candles {
    this.#resize(this.#length);
    return this.#candles;
  }

  #resize(length: number): void {
    const from = this.#candles;
    if (from.length === length) return;
    const to = createCandles(length, { turnover: this.#turnover });
    const kept = Math.min(length, this.#length);
    for (const column of ["time", "open", "high", "low", "close", "volume", "turnover"] as const) {
      const values = from[column];
      if (values !== undefined) to[column]?.set(values.subarray(0, kept));
    }
    this.#candles = to;
  }
}
