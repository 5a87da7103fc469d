/** The interfaces between a trader and a simulation. */

import { EngineError } from "../../errors.ts";
import type { OpenPosition } from "../open-position.ts";
import type { SimulationRules } from "../options.ts";
import type { Wallet } from "../wallet.ts";
import type { MarketBook } from "./market-book.ts";
import { checkOrder, type Order, type OrderRequest } from "./order.ts";

/** The candle that has just closed. One object per symbol is reused for all candles: copy the numbers that you keep. */
export interface ClosedCandle {
  /** Symbol of the market. */
  readonly symbol: string;
  /** Index in the candles of its symbol. */
  readonly index: number;
  /** Open time, milliseconds UTC. */
  readonly time: number;
  /** Open price in the quote currency. */
  readonly open: number;
  /** Highest price in the quote currency. */
  readonly high: number;
  /** Lowest price in the quote currency. */
  readonly low: number;
  /** Close price in the quote currency. */
  readonly close: number;
  /** Volume in base units. */
  readonly volume: number;
}

/** The account of a trader: its state and its orders. */
export interface Broker {
  /** Free cash, without what open positions have bound, in the quote currency. */
  readonly cash: number;
  /** Value of cash and positions at the last closes, in the quote currency. */
  readonly equity: number;
  /**
   * Returns the position held, or null. The symbol may be omitted where there is only one market.
   *
   * @throws EngineError SYMBOL_UNKNOWN
   */
  position(symbol?: string): OpenPosition | null;
  /**
   * Returns the waiting orders in the order of their submission. The symbol may be omitted where there is only one
   * market.
   *
   * @throws EngineError SYMBOL_UNKNOWN
   */
  orders(symbol?: string): readonly Order[];
  /**
   * Submits an order, valid from the next candle of its symbol on, and returns its id.
   *
   * @throws EngineError OPTIONS_INVALID: a field that is unknown or does not fit the type of the order;
   * SYMBOL_UNKNOWN
   */
  submit(order: OrderRequest): number;
  /** Cancels a waiting order. Returns true if the order was still waiting. */
  cancel(id: number): boolean;
}

/** A trading strategy that answers each candle with orders. Any object or class instance with this method. */
export interface Trader {
  /** Called at the close of each candle. */
  onCandle(candle: ClosedCandle, broker: Broker): void;
}

/** The broker of a simulation. */
export class BookBroker implements Broker {
  readonly #books: readonly MarketBook[];
  readonly #wallet: Wallet;
  readonly #allowsNegative: boolean;
  #lastId = 0;

  constructor(
    books: readonly MarketBook[],
    wallet: Wallet,
    { allowNegativePrices = false }: Pick<SimulationRules, "allowNegativePrices">,
  ) {
    this.#books = books;
    this.#wallet = wallet;
    this.#allowsNegative = allowNegativePrices;
  }

  get cash(): number {
    return this.#wallet.cash - this.#wallet.committed;
  }

  get equity(): number {
    let value = this.#wallet.cash;
    for (const book of this.#books) value += book.position.gainAt(book.lastClose);
    return value;
  }

  position(symbol?: string): OpenPosition | null {
    return this.#book(symbol).position.held;
  }

  orders(symbol?: string): readonly Order[] {
    return this.#book(symbol).orders;
  }

  submit(request: OrderRequest): number {
    checkOrder(request, this.#allowsNegative);
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
