// The index was traded, so `!` on typed-array reads only tells the checker what the loops say.

import type { Candles } from "../../candles/candles.ts";
import type { ClosedCandle } from "./broker.ts";
import type { MarketBook } from "./market-book.ts";

/** A closed candle as a place in the columns: a trader may keep it, and numbers are read when they are asked for. */
export class CandleAt implements ClosedCandle {
  readonly symbol: string;
  readonly index: number;
  readonly #candles: Candles;

  /** The candle that the book traded last. */
  constructor(book: MarketBook) {
    this.symbol = book.symbol;
    this.index = book.index;
    this.#candles = book.candles;
  }

  get time(): number {
    return this.#candles.time[this.index]!;
  }

  get open(): number {
    return this.#candles.open[this.index]!;
  }

  get high(): number {
    return this.#candles.high[this.index]!;
  }

  get low(): number {
    return this.#candles.low[this.index]!;
  }

  get close(): number {
    return this.#candles.close[this.index]!;
  }

  get volume(): number {
    return this.#candles.volume[this.index]!;
  }
}
