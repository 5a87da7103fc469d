/** Sending one order, once. */

import { ExecutionError, type CheckedOrder, type Order } from "@bourse/trading-core/execution";

import type { BrokerContext, SubmitterContext } from "./broker-context.ts";
import type { CcxtOrder } from "./ccxt-shapes.ts";
import type { Fault } from "./faults.ts";
import { findPlaced, type Sent } from "./find-placed.ts";
import { followAccepted, followDoubtful } from "./follow-order.ts";
import type { Market } from "./markets.ts";

interface Sending {
  readonly asked: CheckedOrder;
  readonly market: Market;
  /** The client order id under which it is sent, then those under which an earlier try of it may have been sent. */
  readonly links: readonly [string, ...string[]];
  /** True when an earlier try may have been sent. */
  readonly isKnown: boolean;
}

/** Sends the order, unless an earlier try of it stands already, and waits briefly for its outcome. */
export async function sendOrder(
  context: SubmitterContext,
  { asked, market, links, isKnown }: Sending,
): Promise<Order> {
  const [link] = links;
  const sent = { asked, market, link };
  if (isKnown) {
    const found = await Promise.all(
      links.map((each) => findPlaced(context, { ...sent, link: each })),
    );
    const before = found.find((order) => order !== undefined);
    if (before !== undefined) return before;
  }
  context.seen.set(market.symbol, market);
  const outcome = await context.send(() => createAt(context, sent));
  const id = "value" in outcome ? outcome.value.id : undefined;
  if (id !== undefined && id !== "") {
    context.placed.remember(link, { market, id });
    context.unconfirmed.forget(link);
    return followAccepted(context, sent, id);
  }
  const fault = "fault" in outcome ? outcome.fault : noOrder(context.exchange.id);
  // Taken by an earlier try, or by nobody knows which: what stands under the id is the truth.
  if (fault.kind === "unsure" || fault.error.code === "ORDER_REUSED") {
    return followDoubtful(context, sent, fault);
  }
  throw fault.error;
}

function createAt({ exchange }: BrokerContext, { asked, market, link }: Sent): Promise<CcxtOrder> {
  return exchange.createOrder(
    market.unified,
    asked.price === null ? "market" : "limit",
    asked.side,
    asked.quantity.toString(),
    asked.price?.toString(),
    {
      clientOrderId: link,
      ...(asked.stopPrice !== null && { triggerPrice: asked.stopPrice.toString() }),
    },
  );
}

/** An answer without an order in it, such as a page of a proxy. */
function noOrder(exchange: string): Fault {
  return {
    error: new ExecutionError(
      "EXECUTION_UNAVAILABLE",
      `${exchange} must answer with an order; found another answer. The same order may be sent again under its client order id.`,
      { details: { exchange, reason: "an answer without an order" } },
    ),
    kind: "unsure",
    classes: [],
  };
}
