// A trader is told of a candle only after one was traded, so `!` only tells the checker that its index is within.

import type { Candles } from "../../candles/candles.ts";
import type { ClosedCandle } from "./broker.ts";
import type { MarketBook } from "./market-book.ts";

/** The candle that a book traded last, read from its columns when it is asked: nothing is made a candle. */
export class LastCandle implements ClosedCandle {
  readonly symbol: string;
  readonly #book: MarketBook;
  readonly #candles: Candles;

  constructor(book: MarketBook) {
    this.symbol = book.symbol;
    this.#book = book;
    this.#candles = book.candles;
  }

  get index(): number {
    return this.#book.index;
  }

  get time(): number {
    return this.#candles.time[this.#book.index]!;
  }

  get open(): number {
    return this.#candles.open[this.#book.index]!;
  }

  get high(): number {
    return this.#candles.high[this.#book.index]!;
  }

  get low(): number {
    return this.#candles.low[this.#book.index]!;
  }

  get close(): number {
    return this.#candles.close[this.#book.index]!;
  }

  get volume(): number {
    return this.#candles.volume[this.#book.index]!;
  }
}
