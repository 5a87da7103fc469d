/**
 * The port of brokers: for the paper broker and for exchanges.
 *
 * Every amount is a decimal string as `Decimal` writes it, so that no digit is lost between a venue's books and ours.
 * Times are milliseconds UTC. Every broker passes `executionConformance` (`@bourse/conformance/broker`).
 */

/** Every side of an order. */
export const orderSides = ["buy", "sell"] as const;
/** A side of an order. */
export type OrderSide = (typeof orderSides)[number];

/** Every type of order. */
export const orderTypes = ["market", "limit", "stop", "stop_limit"] as const;
/** A type of order. */
export type OrderType = (typeof orderTypes)[number];

/**
 * Every status of an order. `pending`: a stop that was not triggered yet, or an order whose outcome the venue has not
 * reported; `open`: the order rests in the book. The last three are final.
 */
export const orderStatuses = ["pending", "open", "filled", "cancelled", "rejected"] as const;
/** A status of an order. */
export type OrderStatus = (typeof orderStatuses)[number];

/** A request for an order. */
export interface OrderRequest {
  /** Symbol as the venue spells it, in upper case. */
  readonly symbol: string;
  /** Side of the order. */
  readonly side: OrderSide;
  /** Quantity in base units, above 0 and a multiple of the instrument's lot. */
  readonly quantity: string;
  /** Type of the order. Default `market`. */
  readonly orderType?: OrderType;
  /** Limit price of a `limit` or `stop_limit` order in quote units, a multiple of the tick; other orders have none. */
  readonly price?: string;
  /**
   * Price that triggers a `stop` or `stop_limit` order in quote units, a multiple of the tick; other orders have none.
   */
  readonly stopPrice?: string;
  /**
   * Identifier by the caller: 1–36 letters, digits, `-` and `_`. The same id with the same order is the same order.
   * Default: none.
   */
  readonly clientOrderId?: string;
}

/** Options of {@link ExecutionBroker.place}. */
export interface PlaceOptions {
  /**
   * Key under which a repeated request of this owner is the same order, for callers without a client order id. Default:
   * none.
   */
  readonly idempotencyKey?: string;
  /**
   * Name of the caller, proved: its keys are apart from those of others, while client order ids are the account's.
   * Default: none; all calls without an owner are of one caller.
   */
  readonly owner?: string;
}

/** An order in its current state. */
export interface Order {
  /** Identifier by the venue. */
  readonly orderId: string;
  /** Identifier by the caller; null without one. */
  readonly clientOrderId: string | null;
  /** Symbol as the venue spells it. */
  readonly symbol: string;
  /** Side of the order. */
  readonly side: OrderSide;
  /** Type of the order. */
  readonly orderType: OrderType;
  /** Ordered quantity in base units. */
  readonly quantity: string;
  /** Limit price in quote units; null for an order without one. */
  readonly price: string | null;
  /** Trigger price in quote units; null for an order without one. */
  readonly stopPrice: string | null;
  /** Current status. */
  readonly status: OrderStatus;
  /** Quantity filled so far, in base units. */
  readonly filledQuantity: string;
  /** Average price of the fills in quote units; null before the first. */
  readonly averagePrice: string | null;
  /** Fee paid so far, in the quote asset. */
  readonly fee: string;
  /** Name of the source of its prices: the venue, or for a paper order the source of the candles, such as `bybit`. */
  readonly source: string;
  /**
   * Time of the price that filled a paper order, milliseconds UTC: the close of its candle. Null before the order is
   * filled, and where the venue fills it.
   */
  readonly priceTime: number | null;
  /** Creation time, milliseconds UTC. */
  readonly createdAt: number;
  /** Time of the last change, milliseconds UTC. */
  readonly updatedAt: number;
}

/** The place of an order in a list of orders, newest first. */
export type OrderPlace = Pick<Order, "orderId" | "createdAt">;

/** A filter of orders. */
export interface OrderQuery {
  /** Symbol of the orders. Default: any. */
  readonly symbol?: string;
  /** Status of the orders. Default: any. */
  readonly status?: OrderStatus;
  /** Maximum number of orders. 1–1000, default 500. */
  readonly limit?: number;
  /** Last order of the page before. Default: none, the list begins with the newest order. */
  readonly after?: OrderPlace;
}

/** A position in one symbol. */
export interface Position {
  /** Symbol as the venue spells it. */
  readonly symbol: string;
  /** Side of the position. */
  readonly side: "long" | "short";
  /** Quantity in base units, above 0. */
  readonly quantity: string;
  /** Average entry price of the held quantity; null where the venue does not report it. */
  readonly entryPrice: string | null;
  /** Last price; null where it is not available now or is too old for a mark. */
  readonly markPrice: string | null;
  /** Gain at the mark price in the quote asset, before the fee of a sale; null without the prices. */
  readonly unrealizedPnl: string | null;
  /**
   * Realised gain since the account was opened in the quote asset, after fees; null where the venue does not report it.
   */
  readonly realizedPnl: string | null;
  /** Leverage of the position: `1` for spot. */
  readonly leverage: string;
  /**
   * Name of the source of its prices: the venue, or for a paper position the source of the candles, such as `bybit`.
   */
  readonly source: string;
  /**
   * Time of the last price of a paper position, milliseconds UTC: the close of its candle, also where that is too old
   * for a mark. Null where there is none, and where the venue marks it.
   */
  readonly priceTime: number | null;
}

/** A request to close positions. */
export interface CloseRequest {
  /** Symbol of the positions. */
  readonly symbol: string;
  /** Side of the positions. Default `both`. */
  readonly side?: "long" | "short" | "both";
  /** Name of the caller, proved: it owns the orders that close. Default: none. */
  readonly owner?: string;
}

/**
 * A broker: places orders, and reports orders, positions and balances.
 *
 * @throws ExecutionError EXECUTION_UNAVAILABLE, EXECUTION_REFUSED and EXECUTION_UNAUTHORIZED from any method;
 * EngineError MARKET_DATA_UNAVAILABLE or SYMBOL_UNKNOWN where a price is needed and there is none
 */
export interface ExecutionBroker {
  /** Name of the venue: `paper`, `bybit`. */
  readonly exchange: string;
  /**
   * Places an order; it is stored durably when the call resolves. A repetition under the same client order id or
   * idempotency key is the same order, however often and at whatever time it is sent.
   *
   * An order whose outcome is unknown is not a failure: it is `pending`, under the client order id that it was sent
   * with, until the venue shows it or can no longer accept it; then it is as shown, or `rejected`.
   *
   * @throws ExecutionError ORDER_INVALID, FUNDS_INSUFFICIENT, ORDER_REUSED: nothing was placed
   */
  place(request: OrderRequest, options?: PlaceOptions): Promise<Order>;
  /** Lists orders, newest first: a page that ends after `limit` orders, or with the last one that the venue shows. */
  orders(query?: OrderQuery): Promise<readonly Order[]>;
  /**
   * Reads one order.
   *
   * @throws ExecutionError ORDER_UNKNOWN
   */
  order(orderId: string): Promise<Order>;
  /**
   * Cancels the part of an order that is not filled yet, and releases the funds that it held.
   *
   * @throws ExecutionError ORDER_UNKNOWN (also when it is of another symbol), ORDER_STATE
   */
  cancel(orderId: string, symbol: string): Promise<Order>;
  /** Lists the open positions, sorted by symbol; with a symbol, only its own. */
  positions(symbol?: string): Promise<readonly Position[]>;
  /** Closes positions at the market and returns the orders that do so: none when nothing is held. */
  close(request: CloseRequest): Promise<readonly Order[]>;
  /** Reads every owned amount by asset, including amounts held by open orders, sorted by asset. */
  balance(): Promise<Readonly<Record<string, string>>>;
  /** Checks that the venue answers. */
  ping(): Promise<void>;
}
