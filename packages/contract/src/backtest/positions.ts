/** Positions and balances. Every amount of an answer is a decimal as text, exact to the last digit. */

import * as z from "zod";

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
import { MaybeTime, security, SymbolName, Text } from "./fields.ts";
import { Amount, exampleOrder, MaybeAmount, Order, success, VENUE } from "./orders.ts";

const positionFields = {
  /** Trading pair. */
  symbol: Text,
  /** Side of the position. */
  side: oneOf(["long", "short"]),
  /** Held quantity in base units, a decimal as text. */
  quantity: Amount,
  /** Mean price of what is held, a decimal as text; null when the venue does not tell it. */
  entry_price: MaybeAmount,
  /** Last price in the quote currency, a decimal as text; null when it cannot be had now or is too old. */
  mark_price: MaybeAmount,
  /** Profit or loss at the mark price before the fees of a sale, a decimal as text; null without a mark price. */
  unrealized_pnl: MaybeAmount,
  /** Profit or loss of what was closed, fees taken off, a decimal as text; null when the venue does not tell it. */
  realized_pnl: MaybeAmount,
  /** Leverage of the position, a decimal as text. */
  leverage: Amount,
  /** Name of the source of its prices: the venue, or for a paper position the source of the candles. */
  source: Text,
  /** Time of the last price of a paper position, also of one too old, ISO 8601 in UTC; null at other venues. */
  price_time: MaybeTime,
};
/** An open position. */
export interface Position extends Fields<typeof positionFields> {}
export const Position: ObjectSchema<Position> = object(positionFields);

const listFields = {
  ...success,
  /** The open positions. */
  positions: list(Position),
};
/** A list of open positions. */
export interface PositionList extends Fields<typeof success>, Fields<typeof listFields> {}
export const PositionList: ObjectSchema<PositionList> = object(listFields);

const positionsQuery = {
  /** Only positions of this trading pair. Default: every pair. */
  symbol: SymbolName.optional(),
};
interface PositionsQuery extends Fields<typeof positionsQuery> {}
const PositionsQuery: ObjectSchema<PositionsQuery> = object(positionsQuery);

const closeFields = {
  /** Symbol: 1–64 letters and digits of any script and `. _ / - : ^ = &`, Latin ones upper-cased. */
  symbol: SymbolName,
  /** Side to close: `buy` stands for `long`, `sell` for `short`. Default `both`. */
  side: oneOf(["both", "long", "short", "buy", "sell"]).default("both"),
};
/** A checked request to close positions: the default is filled in. */
export interface CloseRequest extends Fields<typeof closeFields> {}
/** A request to close positions, as callers send it. */
export interface CloseRequestInput extends InputFields<typeof closeFields> {}
export const CloseRequest: ObjectSchema<CloseRequest, CloseRequestInput> = exactObject(closeFields);

const closeReplyFields = {
  ...success,
  /** Description of the closed position, for people. */
  message: Text,
  /** The orders that closed the positions; empty when nothing was held. */
  orders: list(Order),
};
/** The outcome of closing positions. */
export interface CloseReply extends Fields<typeof success>, Fields<typeof closeReplyFields> {}
export const CloseReply: ObjectSchema<CloseReply> = object(closeReplyFields);

const balanceFields = {
  ...success,
  /** Amount of each asset, what open orders hold included: decimals as text. */
  balance: z.record(z.string(), Amount),
};
/** The account by asset. */
export interface Balance extends Fields<typeof success>, Fields<typeof balanceFields> {}
export const Balance: ObjectSchema<Balance> = object(balanceFields);

const pingFields = {
  /** Always `ok`: the venue answers. */
  status: z.literal("ok"),
  /** Name of the venue. */
  exchange: Text,
};
/** The answer of a venue that is reachable. */
export interface ExecutionPing extends Fields<typeof pingFields> {}
export const ExecutionPing: ObjectSchema<ExecutionPing> = object(pingFields);

export const positionRoutes = {
  /**
   * List the open positions.
   *
   * `GET /execution/positions` with an API key.
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
   *   await client.listPositions();
   */
  listPositions: route("GET", "/execution/positions", {
    security,
    query: PositionsQuery,
    responses: { 200: PositionList },
    errors: VENUE,
  }),
  /**
   * Close the position of a symbol at the market.
   *
   * `POST /execution/positions/close` with an API key.
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
   * @example
   *   await client.closePositions({ body: { symbol: "BTCUSDT" } });
   */
  closePositions: route("POST", "/execution/positions/close", {
    security,
    tradesOrPays: true,
    body: CloseRequest,
    responses: { 200: CloseReply },
    errors: { ...VENUE, VALIDATION_ERROR: 422 },
  }),
  /**
   * Read the account by asset.
   *
   * `GET /execution/balance` with an API key.
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
   *   await client.getBalance();
   */
  getBalance: route("GET", "/execution/balance", {
    security,
    responses: { 200: Balance },
    errors: VENUE,
  }),
  /**
   * Check that the venue answers.
   *
   * `GET /execution/ping` with an API key.
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
   *   await client.pingExecution();
   */
  pingExecution: route("GET", "/execution/ping", {
    security,
    responses: { 200: ExecutionPing },
    errors: VENUE,
  }),
};

/** Notes of {@link positionRoutes}. A function, so that bundlers drop it from clients. */
export function positionNotes(): NotesOf<typeof positionRoutes> {
  const tags = ["execution"];
  const shape = "The answer's shape; amounts are decimals as text.";
  const symbol = "BTCUSDT";
  return {
    listPositions: {
      tags,
      seed: "Execution: GET /api/execution/positions",
      unspecified: [shape],
      example: {
        response: {
          success: true,
          positions: [
            {
              symbol,
              side: "long",
              quantity: "0.5",
              entry_price: "101",
              mark_price: "103",
              unrealized_pnl: "1",
              realized_pnl: "-0.0505",
              leverage: "1",
              source: "bybit",
              price_time: "2026-01-01T00:00:00.000Z",
            },
          ],
        },
      },
    },
    closePositions: {
      tags,
      seed: "Execution: POST /api/execution/positions/close",
      unspecified: [
        shape,
        "side is both, long or short (buy and sell stand for them); nothing held is no error.",
      ],
      example: {
        body: { symbol },
        response: {
          success: true,
          message: "Closed 1 position of BTCUSDT.",
          orders: [{ ...exampleOrder(), side: "sell" }],
        },
      },
    },
    getBalance: {
      tags,
      seed: "Execution: GET /api/execution/balance",
      unspecified: [shape],
      example: { response: { success: true, balance: { BTC: "0.5", USDT: "99949.4495" } } },
    },
    pingExecution: {
      tags,
      seed: "Execution: GET /api/execution/ping",
      unspecified: [shape],
      example: { response: { status: "ok", exchange: "paper" } },
    },
  };
}
