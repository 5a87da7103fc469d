/** What a trader is told, and what it can see and do. */

import { EngineError } from "../../errors.ts";
import type { OpenPosition } from "../position.ts";
import type { Wallet } from "../wallet.ts";
import type { MarketBook } from "./market-book.ts";
import { checkOrder, type Order, type OrderRequest } from "./order.ts";

/** The candle that has just closed. One object a symbol shows them all in turn: copy the numbers that you keep. */
export interface ClosedCandle {
  readonly symbol: string;
  /** In the candles of its symbol. */
  readonly index: number;
  /** Milliseconds UTC of its open. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** What a trader can see of its account, and do. */
export interface Broker {
  /** Free of what open positions have bound, in the quote currency. */
  readonly cash: number;
  /** Cash and positions at the last closes. */
  readonly equity: number;
  /** Null when nothing is held. The symbol may be left out where there is one market only. */
  position(symbol?: string): OpenPosition | null;
  /** Those that wait, in the order of their submission. */
  orders(symbol?: string): readonly Order[];
  /**
   * Takes an order for the next candle of its symbol on and gives its id.
   *
   * @throws EngineError OPTIONS_INVALID: a field that makes no sense; SYMBOL_UNKNOWN
   */
  submit(order: OrderRequest): number;
  /** Whether the order was still waiting. */
  cancel(id: number): boolean;
}

/** A trader: told of every candle at its close, it answers with orders. A class or any object. */
export interface Trader {
  onCandle(candle: ClosedCandle, broker: Broker): void;
}

/** The broker over the books of a simulation. */
export class BookBroker implements Broker {
  readonly #books: readonly MarketBook[];
  readonly #wallet: Wallet;
  #lastId = 0;

  constructor(books: readonly MarketBook[], wallet: Wallet) {
    this.#books = books;
    this.#wallet = wallet;
  }

  get cash(): number {
    return this.#wallet.cash - this.#wallet.committed;
  }

  get equity(): number {
    let worth = this.#wallet.cash;
    for (const book of this.#books) worth += book.position.gainAt(book.lastClose);
    return worth;
  }

  position(symbol?: string): OpenPosition | null {
    return this.#book(symbol).position.held;
  }

  orders(symbol?: string): readonly Order[] {
    return this.#book(symbol).orders;
  }

  submit(request: OrderRequest): number {
    checkOrder(request);
    const book = this.#book(request.symbol);
    const id = ++this.#lastId;
    book.submit(request, id);
    return id;
  }

  cancel(id: number): boolean {
    return this.#books.some((book) => book.cancel(id));
  }

  #book(symbol: string | undefined): MarketBook {
    const found =
      symbol === undefined && this.#books.length === 1
        ? this.#books[0]
        : this.#books.find((book) => book.symbol === symbol);
    if (found !== undefined) return found;
    throw new EngineError(
      "SYMBOL_UNKNOWN",
      `Expected one of the markets traded, ${this.#books.map((book) => book.symbol).join(", ")}; found ${String(symbol)}.`,
    );
  }
}
