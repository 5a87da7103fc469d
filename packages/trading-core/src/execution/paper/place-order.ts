/** Placement: a request becomes an order, and its funds are held or spent, in one transaction. */

import { intervalOpenFrom } from "@bourse/backtest-engine/data";
import type { Decimal, StoreReader, Transaction } from "@bourse/kernel";
import { sha256 } from "@bourse/kernel/platform";

import { keyNames, type CallersKey } from "../../key-names.ts";
import { ownerIdOf } from "../../owner-id.ts";
import type { CheckedOrder } from "../check-order.ts";
import { ExecutionError } from "../errors.ts";
import type { Instrument } from "../instruments.ts";
import type { TradeEvent } from "../trade-event.ts";
import { changeBalances, nextOrderNumber } from "./account.ts";
import { readAmount } from "./amount.ts";
import { paperOrders, type PaperOrder } from "./collections.ts";
import { fillOrder, slippedPrice } from "./fill-order.ts";
import type { PaperTerms } from "./paper-options.ts";
import { requireSource, type SourcedPrice } from "./price-source.ts";
import { tellOrder } from "./tell-order.ts";

/** Fields that must be equal for a repeated order to be the same order. */
export interface OrderIdentity {
  readonly clientOrderId: string | null;
  /** Hashes under which an order with the key may be stored, its own first; none without a key. */
  readonly keyHashes: readonly string[];
  readonly requestHash: string;
  readonly ownerId: string | null;
}

/** An order that was placed, and its fill if it filled at once. */
export interface Placed {
  readonly order: PaperOrder;
  readonly event: TradeEvent | null;
}

export function identifyOrder(order: CheckedOrder, key: CallersKey): OrderIdentity {
  const { symbol, side, orderType, quantity, price, stopPrice, clientOrderId } = order;
  // Decimals are canonical, so 1.0 and 1 are the same order.
  const request = JSON.stringify([
    symbol,
    side,
    orderType,
    quantity,
    price,
    stopPrice,
    clientOrderId,
  ]);
  return {
    clientOrderId,
    keyHashes: keyNames(key).map((name) => sha256(name, "hex")),
    requestHash: sha256(request, "hex"),
    ownerId: key.owner === undefined ? null : ownerIdOf(key.owner),
  };
}

/** The order placed under this identity before. @throws ExecutionError ORDER_REUSED when it was another one */
export async function recallOrder(
  reader: StoreReader,
  { clientOrderId, keyHashes, requestHash }: OrderIdentity,
): Promise<PaperOrder | undefined> {
  const places = [
    ["by_client_id", clientOrderId, "client order id"],
    ...keyHashes.map((hash) => ["by_key", hash, "Idempotency-Key"] as const),
  ] as const;
  for (const [index, value, name] of places) {
    if (value === null) continue;
    const { items } = await reader.find(paperOrders, { index, equals: [value], limit: 1 });
    const found = items[0]?.value;
    if (found?.requestHash === requestHash) return found;
    if (found !== undefined) {
      throw new ExecutionError(
        "ORDER_REUSED",
        `This ${name} stands for another order already; send a new one with a new order.`,
        { details: { orderId: found.id } },
      );
    }
  }
  return undefined;
}

/**
 * The order, stored inside the caller's transaction: a market order filled at `lastPrice`, any other with its funds
 * held back.
 *
 * @throws ExecutionError FUNDS_INSUFFICIENT, and EXECUTION_UNAVAILABLE for a price from another source than the one
 * that the symbol is bound to; the transaction must not be committed then
 */
export async function placeOrder(
  tx: Transaction,
  terms: PaperTerms,
  given: {
    readonly order: CheckedOrder;
    readonly identity: OrderIdentity;
    readonly instrument: Instrument;
    readonly lastPrice: SourcedPrice;
  },
): Promise<Placed> {
  const { order, identity, instrument, lastPrice } = given;
  const { source } = lastPrice;
  await requireSource(tx, order.symbol, source);
  const now = terms.clock.now();
  const draft: PaperOrder = {
    id: terms.ids.uuid(),
    number: await nextOrderNumber(tx, terms.startBalance, now),
    clientOrderId: identity.clientOrderId,
    keyHash: identity.keyHashes[0] ?? null,
    requestHash: identity.requestHash,
    ownerId: identity.ownerId,
    symbol: order.symbol,
    side: order.side,
    orderType: order.orderType,
    quantity: order.quantity.toString(),
    price: order.price?.toString() ?? null,
    stopPrice: order.stopPrice?.toString() ?? null,
    status: order.stopPrice === null ? "open" : "pending",
    filledQuantity: "0",
    averagePrice: null,
    fee: "0",
    source,
    priceTime: null,
    createdAt: now,
    updatedAt: now,
    heldAsset: order.side === "buy" ? instrument.quote : instrument.base,
    heldAmount: "0",
    activeFrom: intervalOpenFrom("1", now),
    isTriggered: false,
  };
  await tellOrder(terms, tx, "order.placed", draft);
  if (order.orderType === "market") {
    const price = slippedPrice(lastPrice.price, order.side, terms.slippage, instrument);
    const { priceTime } = lastPrice;
    const filled = await fillOrder(tx, draft, price, { ...terms, instrument, now, priceTime });
    await tellOrder(terms, tx, "order.filled", filled.order);
    return { order: (await tx.insert(paperOrders, filled.order)).value, event: filled.event };
  }
  const held = amountToHold(order, terms.feeRate);
  await changeBalances(tx, [{ asset: draft.heldAsset, held }]);
  const resting = { ...draft, heldAmount: held.toString() };
  return { order: (await tx.insert(paperOrders, resting)).value, event: null };
}

/** Frees what the order holds back; the order's own document is the caller's to write. */
export async function releaseFunds(tx: Transaction, order: PaperOrder): Promise<PaperOrder> {
  const held = readAmount(order.heldAmount).negated();
  await changeBalances(tx, [{ asset: order.heldAsset, held }]);
  return { ...order, heldAmount: "0" };
}

/**
 * Amount to hold: for a purchase its maximum cost, except for a stop that the market jumps over; for a sale its
 * quantity.
 */
function amountToHold(
  { side, quantity, price, stopPrice }: CheckedOrder,
  feeRate: Decimal,
): Decimal {
  if (side === "sell") return quantity;
  // `!`: only a market order has neither price, and that one holds nothing.
  const notional = quantity.times((price ?? stopPrice)!);
  return notional.plus(notional.times(feeRate));
}
