/** Looking at an order that was sent until Bybit has processed it. */

import {
  ExecutionError,
  sentOrder,
  type Order,
  type SentOrder,
} from "@bourse/trading-core/execution";

import type { BrokerContext, SubmitterContext } from "./broker-context.ts";
import { findOrder } from "./find-orders.ts";
import { findPlaced } from "./find-placed.ts";
import { linkId } from "./link-ids.ts";
import { isFinal, orderOf } from "./trading-rows.ts";

/** Number of times an order is looked up that Bybit has, or may have, accepted but not processed. */
const LOOKS = 10;

/**
 * Outcome of an uncertain request: the order found under the link id decides; while Bybit cannot be asked, the order
 * is pending.
 */
export async function followDoubtful(context: SubmitterContext, sent: SentOrder): Promise<Order> {
  const { clock, pauseMilliseconds } = context.terms;
  for (let look = 0; look < LOOKS; look += 1) {
    try {
      const found = await findPlaced(context, sent);
      if (found !== undefined) return found;
    } catch (error) {
      if (!isOutage(error)) throw error;
      break;
    }
    await clock.sleep(pauseMilliseconds);
  }
  return context.unconfirmed.keep(sent, linkId(sent.link));
}

/** The order as it stands once it shows: final when it was one at the market, else wherever it is. */
export async function followAccepted(
  { client, terms, instruments }: BrokerContext,
  { asked, link }: SentOrder,
  orderId: string,
): Promise<Order> {
  const { clock, pauseMilliseconds } = terms;
  const instrument = await instruments.find(asked.symbol);
  let seen: Order | undefined;
  for (let look = 0; look < LOOKS; look += 1) {
    try {
      const row = await findOrder(client, terms, { orderId });
      seen = row === undefined ? seen : orderOf(row, instrument);
    } catch (error) {
      // Bybit has taken it: that it can't be looked at now is no failure of the order.
      if (!isOutage(error)) throw error;
      break;
    }
    if (seen !== undefined && (asked.orderType !== "market" || isFinal(seen.status))) return seen;
    await clock.sleep(pauseMilliseconds);
  }
  const clientOrderId = asked.clientOrderId === link ? link : null;
  return seen ?? sentOrder(asked, { orderId, clientOrderId, source: "bybit", now: clock.now() });
}

/** True when Bybit cannot be asked now, for whatever reason; other errors say something about the order. */
function isOutage(error: unknown): boolean {
  return error instanceof ExecutionError && error.code !== "ORDER_REUSED";
}
