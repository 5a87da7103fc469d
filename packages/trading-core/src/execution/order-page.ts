import { absentOr, listOf, objectOf, wholeNumber } from "@bourse/kernel";

import type { Order, OrderQuery } from "./port.ts";

/** Sorts the orders that a venue shows, newest first, and returns those of the page that a query asks for. */
export function orderPage(
  orders: readonly Order[],
  query: Pick<OrderQuery, "after" | "limit">,
): readonly Order[] {
  listOf(objectOf({}))("orders", orders);
  objectOf({ after: absentOr(objectOf({})), limit: absentOr(wholeNumber({ min: 0 })) })(
    "query",
    query,
  );
  const { after, limit = 500 } = query;
  const sorted = orders.toSorted((a, b) => b.createdAt - a.createdAt);
  if (after === undefined) return sorted.slice(0, limit);
  const known = sorted.findIndex(({ orderId }) => orderId === after.orderId);
  // An order that has left the list in the meantime was as old as its place says.
  const next = sorted.findIndex(({ createdAt }) => createdAt < after.createdAt);
  const start = known >= 0 ? known + 1 : next;
  return start < 0 ? [] : sorted.slice(start, start + limit);
}
