/** What the execution routes say about themselves. */

import type { ApiDocs } from "../route/docs.ts";
import * as examples from "./execution-examples.ts";
import type { executionRoutes } from "./execution-routes.ts";

const tags = ["execution"];
const SHAPE = "The answer's shape; amounts are decimals as text.";

export const executionDocs: ApiDocs<typeof executionRoutes>["routes"] = {
  placeOrder: {
    summary: "Place an order",
    tags,
    seed: "Execution: POST /api/execution/orders",
    unspecified: [
      SHAPE,
      "The types stop and stop_limit with stop_price, and client_order_id.",
      "Numbers may be sent as text, which loses no digit.",
      "client_order_id or Idempotency-Key make a retry answer the same order.",
      "An order that cannot be paid is 400, one that breaks a rule 422.",
      "An order whose venue does not tell what became of it is answered as pending, with the client_order_id that it went out under; under its order_id it later shows as it stands, or as rejected.",
    ],
    example: { body: examples.orderRequest, response: examples.orderReply },
  },
  listOrders: {
    summary: "Orders, newest first",
    tags,
    seed: "Execution: GET /api/execution/orders",
    unspecified: [SHAPE, "At most 500 unless limit (1–1000) says otherwise."],
    example: { response: examples.orders },
  },
  getOrder: {
    summary: "One order",
    tags,
    seed: "Execution: GET /api/execution/orders/{order_id}",
    unspecified: [SHAPE, "An id that nobody has is 404, a malformed one too."],
    example: { response: examples.orderReply },
  },
  cancelOrder: {
    summary: "Cancel a pending or open order",
    tags,
    seed: "Execution: DELETE /api/execution/orders/{order_id}",
    unspecified: [
      SHAPE,
      "Without symbol 422; an order of another symbol is 404; one that is final 400.",
    ],
    example: { response: examples.cancelled },
  },
  listPositions: {
    summary: "What is held",
    tags,
    seed: "Execution: GET /api/execution/positions",
    unspecified: [SHAPE],
    example: { response: examples.positions },
  },
  closePositions: {
    summary: "Close what is held of a symbol, at the market",
    tags,
    seed: "Execution: POST /api/execution/positions/close",
    unspecified: [
      SHAPE,
      "side is both, long or short (buy and sell stand for them); nothing held is no error.",
    ],
    example: { body: { symbol: "BTCUSDT" }, response: examples.closed },
  },
  getBalance: {
    summary: "The account by asset",
    tags,
    seed: "Execution: GET /api/execution/balance",
    unspecified: [SHAPE],
    example: { response: examples.balance },
  },
  pingExecution: {
    summary: "Whether the venue answers",
    tags,
    seed: "Execution: GET /api/execution/ping",
    unspecified: [SHAPE],
    example: { response: { status: "ok", exchange: "paper" } },
  },
};
