// A trader receives a candle only after one was traded, so `!` only satisfies the type checker.

import type { Candles } from "../../candles/candles.ts";
import type { ClosedCandle } from "./broker.ts";

/** The candle that was traded last, read from the columns on access, so that no object is created for each candle. */
export class LastCandle implements ClosedCandle {
  readonly symbol: string;
  index = -1;
  readonly #time: Float64Array;
  readonly #open: Float64Array;
  readonly #high: Float64Array;
  readonly #low: Float64Array;
  readonly #close: Float64Array;
  readonly #volume: Float64Array;

  constructor(symbol: string, candles: Candles) {
    this.symbol = symbol;
    this.#time = candles.time;
    this.#open = candles.open;
    this.#high = candles.high;
    this.#low = candles.low;
    this.#close = candles.close;
    this.#volume = candles.volume;
  }

  get time(): number {
    return this.#time[this.index]!;
  }

  get open(): number {
    return this.#open[this.index]!;
  }

  get high(): number {
    return this.#high[this.index]!;
  }

  get low(): number {
    return this.#low[this.index]!;
  }

  get close(): number {
    return this.#close[this.index]!;
  }

  get volume(): number {
    return this.#volume[this.index]!;
  }
}
