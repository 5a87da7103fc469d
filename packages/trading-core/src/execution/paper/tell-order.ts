import type { Transaction } from "@bourse/kernel";

import type { OrderEventType } from "../order-event.ts";
import type { PaperOrder } from "./collections.ts";
import type { PaperTerms } from "./paper-options.ts";

/** Tells an event about an order to its owner, in the transaction of the order. */
export async function tellOrder(
  { tellOrder: tell }: Pick<PaperTerms, "tellOrder">,
  tx: Transaction,
  type: OrderEventType,
  { id: orderId, ownerId = null, ...order }: PaperOrder,
): Promise<void> {
  await tell?.(tx, type, { orderId, ...order }, ownerId);
}
