/** Orders. Every amount of an answer is a decimal as text, exact to the last digit. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import type { NotesOf } from "../route/docs.ts";
import {
  exactObject,
  list,
  object,
  oneOf,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { requiredByHandler } from "../route/schema.ts";
import {
  Count,
  Cursor,
  GUARD,
  Idempotent,
  MaybeTime,
  security,
  SymbolName,
  Text,
  Timestamp,
} from "./fields.ts";

/** A decimal as text, such as `0.25`. */
export const Amount = z.string();
export const MaybeAmount = Amount.nullable();

/** The side of an order. */
export const OrderSide = oneOf(["buy", "sell"]);
export type OrderSide = z.infer<typeof OrderSide>;
/** The type of an order. */
export const OrderType = oneOf(["market", "limit", "stop", "stop_limit"]);
export type OrderType = z.infer<typeof OrderType>;
/** The status of an order. */
export const OrderStatus = oneOf(["pending", "open", "filled", "cancelled", "rejected"]);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** A number, or a decimal as text where a number would lose digits. */
const AmountInput = z.union([
  z.number().gt(0).max(1e18),
  z.string().regex(/^(0|[1-9]\d{0,18})(\.\d{1,18})?$/, "must be a decimal such as 0.25"),
]);

const requestFields = {
  /** Symbol: 1–64 letters and digits of any script and `. _ / - : ^ = &`, Latin ones upper-cased. */
  symbol: SymbolName,
  /** Side of the order. */
  side: OrderSide,
  /** Quantity in base units, above 0, a multiple of the lot: a number, or a decimal as text. */
  quantity: AmountInput,
  /** Type of the order. Default `market`. */
  order_type: OrderType.default("market"),
  /** Limit price in the quote currency; required for `limit` and `stop_limit`, not allowed for the others. */
  price: AmountInput.nullish(),
  /** Price in the quote currency that triggers a `stop` or `stop_limit` order; not allowed for the others. */
  stop_price: AmountInput.nullish(),
  /**
   * Id of the caller's choice, 1–36 letters, digits, `-` and `_`: in the account, the same id with the same order is
   * the same order, whichever API key sends it.
   */
  client_order_id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,36}$/, "must be 1 to 36 letters, digits, - and _")
    .nullish(),
};
/** A checked order request; symbol, side and quantity are enough for an order at the market. */
export interface OrderRequest extends Fields<typeof requestFields> {}
/** An order request as a caller sends it. */
export interface OrderRequestInput extends InputFields<typeof requestFields> {}
export const OrderRequest: ObjectSchema<OrderRequest, OrderRequestInput> =
  exactObject(requestFields);

const orderFields = {
  /** Order id. */
  order_id: Text,
  /** Id that the caller gave; null when there is none. */
  client_order_id: Text.nullable(),
  /** Trading pair. */
  symbol: Text,
  /** Side of the order. */
  side: OrderSide,
  /** Type of the order. */
  order_type: OrderType,
  /** Quantity in base units, a decimal as text. */
  quantity: Amount,
  /** Limit price in the quote currency, a decimal as text; null for an order without one. */
  price: MaybeAmount,
  /** Price that triggers the order, a decimal as text; null for an order without one. */
  stop_price: MaybeAmount,
  /** Status of the order. */
  status: OrderStatus,
  /** Filled quantity in base units, a decimal as text. */
  filled_qty: Amount,
  /** Mean price of the fills in the quote currency, a decimal as text; null before the first fill. */
  avg_price: MaybeAmount,
  /** Fee paid so far in the quote asset, a decimal as text. */
  fee: Amount,
  /** Name of the source of its prices: the venue, or for a paper order the source of the candles. */
  source: Text,
  /** Time of the price that filled a paper order, ISO 8601 in UTC; null before it is filled and at other venues. */
  price_time: MaybeTime,
  /** Time of creation, ISO 8601 in UTC. */
  created_at: Timestamp,
  /** Time of the last change, ISO 8601 in UTC. */
  updated_at: Timestamp,
};
/** An order. */
export interface Order extends Fields<typeof orderFields> {}
export const Order: ObjectSchema<Order> = object(orderFields);

export const success = {
  /** Always true in a success. */
  success: z.literal(true),
};

const replyFields = {
  ...success,
  /** The order. */
  order: Order,
};
/** The answer with one order. */
export interface OrderReply extends Fields<typeof replyFields> {}
export const OrderReply: ObjectSchema<OrderReply> = object(replyFields);

const listFields = {
  ...success,
  /** The orders, newest first. */
  orders: list(Order),
  /** Number of orders in this answer. */
  count: Count,
};
/** A list of orders. */
export interface OrderList extends Fields<typeof listFields> {}
export const OrderList: ObjectSchema<OrderList> = object(listFields);

const cancelledFields = {
  ...success,
  /** Id of the order that was cancelled. */
  order_id: Text,
};
/** The order that was cancelled. */
export interface OrderCancelled extends Fields<typeof cancelledFields> {}
export const OrderCancelled: ObjectSchema<OrderCancelled> = object(cancelledFields);

const orderParams = {
  /** Order id. */
  order_id: Text,
};
interface OrderParams extends Fields<typeof orderParams> {}
const OrderParams: ObjectSchema<OrderParams> = object(orderParams);

const ordersQuery = {
  /** Only orders of this trading pair. Default: every pair. */
  symbol: SymbolName.optional(),
  /** Only orders of this status. Default: every status. */
  status: OrderStatus.optional(),
  /** Maximum number of orders in the answer, 1–1,000. Default 500. */
  limit: q.integer({ min: 1, max: 1000 }).default(500),
  /** Position of the page, from the header `Link` of the page before. Default: the first page. */
  cursor: Cursor.optional(),
};
interface OrdersQuery extends Fields<typeof ordersQuery> {}
interface OrdersQueryInput extends InputFields<typeof ordersQuery> {}
const OrdersQuery: ObjectSchema<OrdersQuery, OrdersQueryInput> = object(ordersQuery);

const cancelQuery = {
  /** Trading pair of the order; required, and 422 when it is missing. */
  symbol: /* @__PURE__ */ requiredByHandler(SymbolName.optional()),
};
interface CancelQuery extends Fields<typeof cancelQuery> {}
// Optional here: the handler answers 422 for a missing symbol, where a missing value of a query is 400 elsewhere.
const CancelQuery: ObjectSchema<CancelQuery> = object(cancelQuery);

/** The codes of every route that asks a venue. */
export const VENUE = {
  ...GUARD,
  INVALID_PARAMETERS: 400,
  EXECUTION_REFUSED: 400,
  EXECUTION_UNAVAILABLE: 503,
  MARKET_DATA_UNAVAILABLE: 503,
} as const;

export const orderRoutes = {
  /**
   * Place an order.
   *
   * `POST /execution/orders` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400), VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - EXECUTION_REFUSED (400): Correct what the message of the exchange names.
   * - EXECUTION_UNAVAILABLE (503): Call again later; an order with a client_order_id is placed
   * once.
   * - MARKET_DATA_UNAVAILABLE (503): Call again later, or choose another source of candles.
   * - INSUFFICIENT_FUNDS (400): Send a smaller amount, or add funds first.
   * - ORDER_REUSED (422): Use a new client_order_id for a different order.
   * - RISK_REFUSED (422): Send a smaller order, or ask the operator about the rule that the message
   * names.
   * @example
   *   await client.placeOrder({ body: { symbol: "BTCUSDT", side: "buy", quantity: 0.5 } });
   */
  placeOrder: route("POST", "/execution/orders", {
    security,
    tradesOrPays: true,
    headers: Idempotent,
    body: OrderRequest,
    idempotencyKey: true,
    responses: { 200: OrderReply },
    errors: {
      ...VENUE,
      INSUFFICIENT_FUNDS: 400,
      VALIDATION_ERROR: 422,
      ORDER_REUSED: 422,
      RISK_REFUSED: 422,
    },
  }),
  /**
   * List orders, newest first.
   *
   * `GET /execution/orders` with an API key; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * - EXECUTION_REFUSED (400): Correct what the message of the exchange names.
   * - EXECUTION_UNAVAILABLE (503): Call again later; an order with a client_order_id is placed
   * once.
   * - MARKET_DATA_UNAVAILABLE (503): Call again later, or choose another source of candles.
   * @example
   *   await client.listOrders();
   */
  listOrders: route("GET", "/execution/orders", {
    security,
    query: OrdersQuery,
    pages: "orders",
    responses: { 200: OrderList },
    errors: VENUE,
  }),
  /**
   * Read an order.
   *
   * `GET /execution/orders/:order_id` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * - EXECUTION_REFUSED (400): Correct what the message of the exchange names.
   * - EXECUTION_UNAVAILABLE (503): Call again later; an order with a client_order_id is placed
   * once.
   * - MARKET_DATA_UNAVAILABLE (503): Call again later, or choose another source of candles.
   * - ORDER_NOT_FOUND (404): Check the order's id and its symbol.
   * @example
   *   await client.getOrder({ params: { order_id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  getOrder: route("GET", "/execution/orders/:order_id", {
    security,
    params: OrderParams,
    responses: { 200: OrderReply },
    errors: { ...VENUE, ORDER_NOT_FOUND: 404 },
  }),
  /**
   * Cancel a pending or open order.
   *
   * `DELETE /execution/orders/:order_id` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400), VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - EXECUTION_REFUSED (400): Correct what the message of the exchange names.
   * - EXECUTION_UNAVAILABLE (503): Call again later; an order with a client_order_id is placed
   * once.
   * - MARKET_DATA_UNAVAILABLE (503): Call again later, or choose another source of candles.
   * - ORDER_NOT_FOUND (404): Check the order's id and its symbol.
   * - ORDER_NOT_OPEN (400): Nothing is left to cancel: the order is filled or cancelled.
   * @example
   *   await client.cancelOrder({
   *     params: { order_id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     query: { symbol: "BTCUSDT" },
   *   });
   */
  cancelOrder: route("DELETE", "/execution/orders/:order_id", {
    security,
    tradesOrPays: true,
    params: OrderParams,
    query: CancelQuery,
    responses: { 200: OrderCancelled },
    errors: { ...VENUE, ORDER_NOT_FOUND: 404, ORDER_NOT_OPEN: 400, VALIDATION_ERROR: 422 },
  }),
};

/** An order for examples. */
export function exampleOrder(): Order {
  const time = "2026-01-01T00:00:00.000Z";
  return {
    order_id: "9b2c0f5e-1d34-4a77-8f0e-5a1c7d2e9b10",
    client_order_id: null,
    symbol: "BTCUSDT",
    side: "buy",
    order_type: "market",
    quantity: "0.5",
    price: null,
    stop_price: null,
    status: "filled",
    filled_qty: "0.5",
    avg_price: "101",
    fee: "0.0505",
    source: "bybit",
    price_time: time,
    created_at: time,
    updated_at: time,
  };
}

/** Notes of {@link orderRoutes}. A function, so that bundlers drop it from clients. */
export function orderNotes(): NotesOf<typeof orderRoutes> {
  const tags = ["execution"];
  const shape = "The answer's shape; amounts are decimals as text.";
  const order = exampleOrder();
  return {
    placeOrder: {
      tags,
      seed: "Execution: POST /api/execution/orders",
      unspecified: [
        shape,
        "An unknown field is refused with 422: an order with stop_loss or take_profit is not placed without them.",
        "The types stop and stop_limit with stop_price, and client_order_id.",
        "Numbers may be sent as text, which loses no digit.",
        "client_order_id or Idempotency-Key make a retry answer the same order. A client_order_id is the account's; the same Idempotency-Key under another API key is another order.",
        "An order that cannot be paid is 400, one that breaks a rule 422.",
        "BTC/USDT, BTC-USDT, BTC_USDT and BTCUSDT are one instrument, BTCUSDT, on every route.",
        "A paper account trades a symbol at the prices of one source while an order or a position of it stands; no simulation stands in for an exchange that cannot be reached: that is 503.",
        "A paper order at the market is filled at a price of at most PRICE_MAX_AGE_SECONDS (two intervals of the candles), by price_time; beyond that it is 503 with the age and the limit. Other orders wait while their market is closed. Imported history is never a price.",
        "An order beyond a limit of RISK_LIMITS, and any order while the kill switch is on, is 422 RISK_REFUSED: issues names the rule.",
        "An order whose venue does not tell what became of it is answered as pending, with the client_order_id that it went out under; under its order_id it later shows as it stands, or as rejected.",
      ],
      example: {
        body: { symbol: "BTCUSDT", side: "buy", quantity: 0.5 },
        response: { success: true, order },
      },
    },
    listOrders: {
      tags,
      seed: "Execution: GET /api/execution/orders",
      unspecified: [
        shape,
        "Newest first, at most 500 unless limit (1–1000) says otherwise; the next page is in the header Link, rel=next.",
      ],
      example: { response: { success: true, orders: [order], count: 1 } },
    },
    getOrder: {
      tags,
      seed: "Execution: GET /api/execution/orders/{order_id}",
      unspecified: [shape, "An id that nobody has is 404, a malformed one too."],
      example: { response: { success: true, order } },
    },
    cancelOrder: {
      tags,
      seed: "Execution: DELETE /api/execution/orders/{order_id}",
      unspecified: [
        shape,
        "Without symbol 422; an order of another symbol is 404; one that is final 400.",
      ],
      example: { response: { success: true, order_id: order.order_id } },
    },
  };
}
