/** Closing: one market sale of all that is held, which first takes back the resting sales of the same symbol. */

import type { Transaction } from "@bourse/kernel";

import type { CheckedOrder } from "../check-order.ts";
import type { Instrument } from "../instruments.ts";
import { readAmount } from "./amount.ts";
import { paperBalances, paperOrders, paperPositions } from "./collections.ts";
import type { PaperTerms } from "./paper-options.ts";
import { identifyOrder, placeOrder, releaseFunds, type Placed } from "./place-order.ts";
import type { SourcedPrice } from "./price-source.ts";
import { restingOrders } from "./resting-orders.ts";
import { tellOrder } from "./tell-order.ts";

/**
 * The sale, inside the caller's transaction; undefined when nothing is held by now.
 *
 * When part of the asset was spent through another symbol, only the free remainder is sold.
 */
export async function closePosition(
  tx: Transaction,
  terms: PaperTerms,
  {
    instrument,
    lastPrice,
    owner,
  }: {
    readonly instrument: Instrument;
    readonly lastPrice: SourcedPrice;
    readonly owner: string | undefined;
  },
): Promise<Placed | undefined> {
  const { symbol, base } = instrument;
  const position = await tx.get(paperPositions, symbol);
  if (position === undefined) return undefined;
  await cancelSales(tx, terms, symbol);
  const balance = await tx.get(paperBalances, base);
  if (balance === undefined) return undefined;
  const held = readAmount(position.value.quantity);
  const free = readAmount(balance.value.total).minus(readAmount(balance.value.held));
  const quantity = free.compare(held) < 0 ? free : held;
  if (quantity.sign === 0) return undefined;
  const order: CheckedOrder = {
    symbol,
    side: "sell",
    orderType: "market",
    quantity,
    price: null,
    stopPrice: null,
    clientOrderId: null,
  };
  return placeOrder(tx, terms, {
    order,
    identity: identifyOrder(order, owner === undefined ? {} : { owner }),
    instrument,
    lastPrice,
  });
}

/** Cancels open sales: they hold the quantity to be sold, and would later be rejected without it. */
async function cancelSales(tx: Transaction, terms: PaperTerms, symbol: string): Promise<void> {
  for (const { id, side } of await restingOrders(tx, symbol)) {
    const found = await tx.get(paperOrders, id);
    if (side !== "sell" || found === undefined) continue;
    const freed = await releaseFunds(tx, found.value);
    const next = { ...freed, status: "cancelled", updatedAt: terms.clock.now() } as const;
    await tellOrder(terms, tx, "order.cancelled", next);
    await tx.replace(paperOrders, next, found.version);
  }
}
