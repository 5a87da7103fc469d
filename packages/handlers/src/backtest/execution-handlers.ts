/** Orders, positions and balances. */

import { pageReply, Problem, type Handlers } from "@bourse/contract";
import type { executionRoutes } from "@bourse/contract/backtest";
import type { BacktestService } from "@bourse/trading-core";
import type { Order } from "@bourse/trading-core/execution";
import { canonicalSymbol } from "@bourse/trading-core/market-data";

import { callersKey } from "./callers-key.ts";
import { orderPage } from "./order-page.ts";
import { orderOfRequest, wireOrder, wirePosition } from "./wire/order.ts";

const CLOSED_SIDE = {
  both: "both",
  long: "long",
  short: "short",
  buy: "long",
  sell: "short",
} as const;

export function executionHandlers({
  execution,
}: BacktestService): Handlers<
  Omit<typeof executionRoutes, "listAudit" | `${string}KillSwitch` | `${string}Session${string}`>,
  unknown
> {
  return {
    async placeOrder({ body, headers }, context) {
      const order = await execution.place(orderOfRequest(body), callersKey(headers, context));
      return { success: true, order: wireOrder(order) };
    },

    async listOrders({ query }) {
      const { symbol, status, limit, cursor } = query;
      const filter = {
        ...(symbol !== undefined && { symbol: canonicalSymbol(symbol) }),
        ...(status !== undefined && { status }),
      };
      const { orders, next } = await orderPage(execution, filter, limit, cursor);
      const data = { success: true as const, orders: orders.map(wireOrder), count: orders.length };
      return pageReply(data, next);
    },

    getOrder: async ({ params }) => ({
      success: true,
      order: wireOrder(await execution.order(params.order_id)),
    }),

    async cancelOrder({ params, query }) {
      if (query.symbol === undefined) throw symbolMissing();
      const { orderId } = await execution.cancel(params.order_id, canonicalSymbol(query.symbol));
      return { success: true, order_id: orderId };
    },

    async listPositions({ query }) {
      const symbol = query.symbol === undefined ? undefined : canonicalSymbol(query.symbol);
      return { success: true, positions: (await execution.positions(symbol)).map(wirePosition) };
    },

    async closePositions({ body }, context) {
      const symbol = canonicalSymbol(body.symbol);
      const { owner } = callersKey({}, context);
      const orders = await execution.close({
        symbol,
        side: CLOSED_SIDE[body.side],
        ...(owner !== undefined && { owner }),
      });
      return {
        success: true,
        message: closedMessage(symbol, orders),
        orders: orders.map(wireOrder),
      };
    },

    getBalance: async () => ({ success: true, balance: { ...(await execution.balance()) } }),

    async pingExecution() {
      await execution.ping();
      return { status: "ok", exchange: execution.exchange };
    },
  };
}

function closedMessage(symbol: string, orders: readonly Order[]): string {
  if (orders.length === 0) return `There was no position of ${symbol} to close.`;
  return `Closed ${orders.length === 1 ? "1 position" : `${orders.length} positions`} of ${symbol}.`;
}

/** A required query value, whose absence is 422. */
function symbolMissing(): Problem {
  const msg = "Field required";
  return new Problem({
    code: "VALIDATION_ERROR",
    status: 422,
    message: "the query needs the order's symbol",
    issues: [{ loc: ["query", "symbol"], msg, type: "missing" }],
  });
}
