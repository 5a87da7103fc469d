/** Pages of orders: a broker lists orders after another one, and has no cursors. */

import { readCursor, writeCursor } from "@bourse/kernel";
import type { ExecutionBroker, Order, OrderQuery } from "@bourse/trading-core/execution";

/** Time and id of the last order of the page before; ids are printable, on every venue. */
const PLACE = /^\d{1,15}:[!-~]{1,200}$/;

/**
 * Reads the orders of a page, and the cursor of the next one.
 *
 * @throws StoreError STORE_CURSOR_INVALID for the cursor of another list or filter
 */
export async function orderPage(
  broker: Pick<ExecutionBroker, "exchange" | "orders">,
  filter: Pick<OrderQuery, "symbol" | "status">,
  limit: number,
  cursor: string | undefined,
): Promise<{ readonly orders: readonly Order[]; readonly next: string | null }> {
  const list = JSON.stringify(["orders", broker.exchange, filter.symbol, filter.status]);
  const after = cursor === undefined ? {} : { after: placeIn(readCursor(cursor, list, PLACE)) };
  const orders = await broker.orders({ ...filter, ...after, limit });
  const last = orders.at(-1);
  if (last === undefined || orders.length < limit) return { orders, next: null };
  const more = await broker.orders({ ...filter, after: last, limit: 1 });
  const next = more.length === 0 ? null : writeCursor(`${last.createdAt}:${last.orderId}`, list);
  return { orders, next };
}

function placeIn(text: string) {
  const [time = ""] = text.split(":", 1);
  return { createdAt: Number(time), orderId: text.slice(time.length + 1) };
}
