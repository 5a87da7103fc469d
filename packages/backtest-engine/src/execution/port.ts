/**
 * Where orders go: one port for the paper broker and for exchanges.
 *
 * Every amount is a decimal string, canonical as `Decimal` writes it, so that nothing is lost between a venue's books
 * and ours. Times are milliseconds UTC. Every broker passes `executionConformance`
 * (`@bourse/conformance/broker`).
 */

export const orderSides = ["buy", "sell"] as const;
export type OrderSide = (typeof orderSides)[number];

export const orderTypes = ["market", "limit", "stop", "stop_limit"] as const;
export type OrderType = (typeof orderTypes)[number];

/**
 * `pending`: a stop that nothing has set off, or an order whose venue has not told yet what became of it; `open`: it rests
 * in the book. The last three are final.
 */
export const orderStatuses = ["pending", "open", "filled", "cancelled", "rejected"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** An order as it is asked for. */
export interface OrderRequest {
  /** Upper case, as the venue spells it. */
  readonly symbol: string;
  readonly side: OrderSide;
  /** In base units, above 0 and a multiple of the instrument's lot. */
  readonly quantity: string;
  /** Default `market`. */
  readonly orderType?: OrderType;
  /** The limit of a `limit` or `stop_limit` order, a multiple of the tick; no other order has one. */
  readonly price?: string;
  /** What sets a `stop` or `stop_limit` order off, a multiple of the tick; no other order has one. */
  readonly stopPrice?: string;
  /** 1–36 letters, digits, `-` and `_`, unique for ever: the same id with the same order is the same order. */
  readonly clientOrderId?: string;
}

export interface PlaceOptions {
  /** The same key with the same order is the same order; for callers without a client order id. */
  readonly idempotencyKey?: string;
}

/** An order as it stands. */
export interface Order {
  readonly orderId: string;
  readonly clientOrderId: string | null;
  readonly symbol: string;
  readonly side: OrderSide;
  readonly orderType: OrderType;
  readonly quantity: string;
  readonly price: string | null;
  readonly stopPrice: string | null;
  readonly status: OrderStatus;
  readonly filledQuantity: string;
  /** Of what was filled; null before. */
  readonly averagePrice: string | null;
  /** Paid so far, in the quote asset. */
  readonly fee: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface OrderQuery {
  readonly symbol?: string;
  readonly status?: OrderStatus;
  /** 1–1000. Default 500. */
  readonly limit?: number;
}

/** What is held of a symbol. */
export interface Position {
  readonly symbol: string;
  readonly side: "long" | "short";
  /** In base units, above 0. */
  readonly quantity: string;
  /** The average of what is still held; null where the venue does not say. */
  readonly entryPrice: string | null;
  /** The last price; null where it cannot be had now. */
  readonly markPrice: string | null;
  /** At the mark price, fees of a sale not yet taken off; null without the prices. */
  readonly unrealizedPnl: string | null;
  /** Since the account began, all fees taken off; null where the venue does not say. */
  readonly realizedPnl: string | null;
  readonly leverage: string;
}

export interface CloseRequest {
  readonly symbol: string;
  /** Default `both`. */
  readonly side?: "long" | "short" | "both";
}

/**
 * A broker: places orders, tells how they stand, and what is held.
 *
 * @throws ExecutionError EXECUTION_UNAVAILABLE, EXECUTION_REFUSED and EXECUTION_UNAUTHORIZED from any method; EngineError
 * MARKET_DATA_UNAVAILABLE or SYMBOL_UNKNOWN where a price is needed and there is none
 */
export interface ExecutionBroker {
  /** The venue's name: `paper`, `bybit`. */
  readonly exchange: string;
  /**
   * Places an order, durably when it resolves. Sent again under its client order id or idempotency key, however often
   * and at whatever time, it is the same order.
   *
   * An order that was sent and whose fate nobody tells is no failure: it is `pending`, with the client order id that it was
   * sent under, until the venue shows it or can no longer take it; then it is as shown, or `rejected`.
   *
   * @throws ExecutionError ORDER_INVALID, FUNDS_INSUFFICIENT, ORDER_REUSED: nothing was placed
   */
  place(request: OrderRequest, options?: PlaceOptions): Promise<Order>;
  /** Newest first. */
  orders(query?: OrderQuery): Promise<readonly Order[]>;
  /** @throws ExecutionError ORDER_UNKNOWN */
  order(orderId: string): Promise<Order>;
  /**
   * Takes back what is not filled yet, and frees what it held.
   *
   * @throws ExecutionError ORDER_UNKNOWN (also when it is of another symbol), ORDER_STATE
   */
  cancel(orderId: string, symbol: string): Promise<Order>;
  /** By symbol; nothing for what is flat. */
  positions(symbol?: string): Promise<readonly Position[]>;
  /** Sells or buys back what is held, at the market; the orders that do it, none when nothing is held. */
  close(request: CloseRequest): Promise<readonly Order[]>;
  /** Everything owned by asset, what open orders hold included; sorted. */
  balance(): Promise<Readonly<Record<string, string>>>;
  /** Resolves when the venue answers. */
  ping(): Promise<void>;
}
