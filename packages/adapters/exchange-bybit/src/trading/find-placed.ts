/** The order that was placed under a link. */

import { ExecutionError, type Order, type SentOrder } from "@bourse/trading-core/execution";

import type { BrokerContext, SubmitterContext } from "./broker-context.ts";
import { findOrder } from "./find-orders.ts";
import { isSameOrder } from "./order-body.ts";
import { orderOf } from "./trading-rows.ts";

/** The order that stands under a link, whichever it is; undefined when Bybit shows none. */
export async function findStanding(
  { client, terms, instruments }: BrokerContext,
  link: string,
): Promise<Order | undefined> {
  const row = await findOrder(client, terms, { orderLinkId: link });
  return row && orderOf(row, await instruments.find(row.symbol));
}

/** The order under a link. @throws ExecutionError ORDER_REUSED when it is another one */
export async function findPlaced(
  context: SubmitterContext,
  { asked, link }: SentOrder,
): Promise<Order | undefined> {
  const found = await findStanding(context, link);
  if (found === undefined) return undefined;
  if (isSameOrder(found, asked)) {
    context.unconfirmed.forget(link);
    return found;
  }
  throw new ExecutionError(
    "ORDER_REUSED",
    "This client order id or key stands for another order already; send a new one with a new order.",
    { details: { orderId: found.orderId } },
  );
}
