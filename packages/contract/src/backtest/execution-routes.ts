/** The routes under `/api/execution`. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import { route } from "../route/route.ts";
import { SymbolName } from "./common.ts";
import {
  Balance,
  CloseReply,
  CloseRequest,
  ExecutionPing,
  OrderCancelled,
  OrderList,
  OrderReply,
  OrderRequest,
  OrderStatus,
  PositionList,
} from "./execution.ts";
import { GUARD, security } from "./guard.ts";

/** What a venue behind a route may answer. */
const VENUE = {
  ...GUARD,
  INVALID_PARAMETERS: 400,
  EXECUTION_REFUSED: 400,
  EXECUTION_UNAVAILABLE: 503,
  MARKET_DATA_UNAVAILABLE: 503,
} as const;

const orderId = z.object({ order_id: z.string() });

export const executionRoutes = {
  placeOrder: route("POST", "/execution/orders", {
    security,
    headers: z.object({ "idempotency-key": z.string().min(1).max(255).optional() }),
    body: OrderRequest,
    idempotencyKey: true,
    responses: { 200: OrderReply },
    errors: { ...VENUE, INSUFFICIENT_FUNDS: 400, VALIDATION_ERROR: 422, ORDER_REUSED: 422 },
  }),
  listOrders: route("GET", "/execution/orders", {
    security,
    query: z.object({
      symbol: SymbolName.optional(),
      status: OrderStatus.optional(),
      limit: q.integer({ min: 1, max: 1000 }).default(500),
    }),
    responses: { 200: OrderList },
    errors: VENUE,
  }),
  getOrder: route("GET", "/execution/orders/:order_id", {
    security,
    params: orderId,
    responses: { 200: OrderReply },
    errors: { ...VENUE, ORDER_NOT_FOUND: 404 },
  }),
  cancelOrder: route("DELETE", "/execution/orders/:order_id", {
    security,
    params: orderId,
    // Required, and 422 when it is missing: the handler says so, for a missing value of a query is 400 elsewhere.
    query: z.object({ symbol: SymbolName.optional() }),
    responses: { 200: OrderCancelled },
    errors: { ...VENUE, ORDER_NOT_FOUND: 404, ORDER_NOT_OPEN: 400, VALIDATION_ERROR: 422 },
  }),
  listPositions: route("GET", "/execution/positions", {
    security,
    query: z.object({ symbol: SymbolName.optional() }),
    responses: { 200: PositionList },
    errors: VENUE,
  }),
  closePositions: route("POST", "/execution/positions/close", {
    security,
    body: CloseRequest,
    responses: { 200: CloseReply },
    errors: { ...VENUE, VALIDATION_ERROR: 422 },
  }),
  getBalance: route("GET", "/execution/balance", {
    security,
    responses: { 200: Balance },
    errors: VENUE,
  }),
  pingExecution: route("GET", "/execution/ping", {
    security,
    responses: { 200: ExecutionPing },
    errors: VENUE,
  }),
} as const;
