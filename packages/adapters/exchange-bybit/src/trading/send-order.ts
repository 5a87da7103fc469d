/** Sending one order, at most once. */

import type { CallersKey, CheckedOrder, Order } from "@bourse/trading-core/execution";

import type { SubmitterContext } from "./broker-context.ts";
import { findPlaced } from "./find-placed.ts";
import { followAccepted, followDoubtful } from "./follow-order.ts";
import { linksOf, orderBody } from "./order-body.ts";
import { DUPLICATE } from "./trading-faults.ts";
import { Placed } from "./trading-rows.ts";

/** Sends a checked order, unless an earlier try of it stands already, and waits briefly for its outcome. */
export async function sendOrder(
  context: SubmitterContext,
  asked: CheckedOrder & { readonly reduceOnly?: boolean },
  key: CallersKey,
): Promise<Order> {
  const { terms, client, unconfirmed } = context;
  const links = linksOf(asked, key, () => terms.ids.uuid());
  const [link] = links;
  const sent = { asked, link };
  if (asked.clientOrderId !== null || key.idempotencyKey !== undefined) {
    // Bybit forgets ids in time; we ask before it may take one for new.
    const found = await Promise.all(
      links.map((each) => findPlaced(context, { asked, link: each })),
    );
    const before = found.find((order) => order !== undefined);
    if (before !== undefined) return before;
  }
  const outcome = await client.send({
    method: "POST",
    path: "/v5/order/create",
    values: { ...orderBody(asked, terms.category, link), reduceOnly: asked.reduceOnly },
    schema: Placed,
  });
  if ("value" in outcome) {
    unconfirmed.forget(link);
    return followAccepted(context, sent, outcome.value.orderId);
  }
  const { fault, mayStand } = outcome;
  // Taken by an earlier try, or by nobody knows which.
  if (mayStand || DUPLICATE.has(fault.code ?? 0)) return followDoubtful(context, sent);
  throw fault.error;
}
