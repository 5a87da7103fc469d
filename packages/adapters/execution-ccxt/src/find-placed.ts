/** The order that was placed under a client order id. */

import { ExecutionError, type CheckedOrder, type Order } from "@bourse/trading-core/execution";

import type { SubmitterContext } from "./broker-context.ts";
import { findByLink, findOrder } from "./find-orders.ts";
import type { Market } from "./markets.ts";
import { isSameOrder } from "./order-rows.ts";

/** An order that goes to a market under a client order id. */
export interface Sent {
  readonly asked: CheckedOrder;
  readonly market: Market;
  readonly link: string;
}

/** The order under the id; undefined when the exchange shows none. @throws ExecutionError ORDER_REUSED */
export async function findPlaced(
  context: SubmitterContext,
  { asked, market, link }: Sent,
): Promise<Order | undefined> {
  const known = context.placed.find(link);
  const found =
    known === undefined
      ? await findByLink(context, market, link)
      : await findOrder(context, known.market, known.id);
  if (found === undefined) return undefined;
  if (!isSameOrder(found, asked)) throw reused(found);
  context.unconfirmed.forget(link);
  return found;
}

function reused({ orderId }: Order): ExecutionError {
  return new ExecutionError(
    "ORDER_REUSED",
    "This client order id or key stands for another order already; send a new one with a new order.",
    { details: { orderId } },
  );
}
