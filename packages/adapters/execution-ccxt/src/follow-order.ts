/** Looking at an order that was sent until the exchange shows what became of it. */

import { ExecutionError, sentOrder, type Order } from "@bourse/trading-core/execution";

import type { BrokerContext, SubmitterContext } from "./broker-context.ts";
import type { Fault } from "./faults.ts";
import { findOrder } from "./find-orders.ts";
import { findPlaced, type Sent } from "./find-placed.ts";
import { isFinal, linkIdOf, orderIdOf } from "./order-rows.ts";

/** Number of times an accepted order is looked up until the exchange shows it as done. */
const LOOKS = 10;

/**
 * Outcome of an uncertain request: the order found under the id decides; while the exchange does not show it, the
 * order is pending.
 */
export async function followDoubtful(
  context: SubmitterContext,
  sent: Sent,
  fault: Fault,
): Promise<Order> {
  const { clock, pauseMilliseconds } = context.terms;
  const keep = (): Order => context.unconfirmed.keep(sent, linkIdOf(sent.market, sent.link));
  for (let look = 0; look < LOOKS; look += 1) {
    await clock.sleep(pauseMilliseconds);
    try {
      const found = await findPlaced(context, sent);
      if (found !== undefined) return found;
    } catch (error) {
      if (!isOutage(error)) throw error;
      return keep();
    }
  }
  // The exchange knows the id, and shows nothing: no order of ours.
  if (fault.error.code === "ORDER_REUSED") throw fault.error;
  return keep();
}

/** The order as it stands once it shows: final when it was one at the market, else wherever it is. */
export async function followAccepted(
  context: BrokerContext,
  { asked, market, link }: Sent,
  id: string,
): Promise<Order> {
  const { clock, pauseMilliseconds } = context.terms;
  let seen: Order | undefined;
  for (let look = 0; look < LOOKS; look += 1) {
    try {
      seen = (await findOrder(context, market, id)) ?? seen;
    } catch (error) {
      // The exchange has taken it: that it can't be looked at now is no failure of the order.
      if (!isOutage(error)) throw error;
      break;
    }
    if (seen !== undefined && (asked.orderType !== "market" || isFinal(seen.status))) return seen;
    await clock.sleep(pauseMilliseconds);
  }
  const as = {
    orderId: orderIdOf(market, id),
    clientOrderId: asked.clientOrderId === link ? link : null,
    source: market.exchange,
    now: clock.now(),
  };
  return seen ?? sentOrder(asked, as);
}

/** True when the exchange cannot be asked now, for whatever reason; other errors say something about the order. */
function isOutage(error: unknown): boolean {
  return error instanceof ExecutionError && error.code !== "ORDER_REUSED";
}
