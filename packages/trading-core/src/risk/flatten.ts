/** Flattening: own orders are cancelled until their states say so, then own positions are closed. */

import { Decimal, everyDocument, hasCode } from "@bourse/kernel";

import { recordEvent } from "../events/event-log.ts";
import { readAmount } from "../execution/paper/amount.ts";
import type { Order } from "../execution/port.ts";
import type { GuardParts } from "./guard-parts.ts";
import { isSending } from "./kill-switch.ts";
import { forgetOrder, noteClosing, noteOrder } from "./own-orders.ts";
import { listOrders, signedQuantity } from "./read-account.ts";
import { readBook, riskHoldings, riskOrders, writeBook, type RiskOrder } from "./risk-book.ts";
import type { RiskEvent } from "./risk-event.ts";

/** Rounds that one look does on an account whose orders fill at once; at a venue each round waits for the next look. */
const ROUNDS_AT_ONCE = 3;

/** Goes on with a flatten that was asked for. */
export async function flatten(parts: GuardParts): Promise<void> {
  const rounds = parts.ownsAccount ? ROUNDS_AT_ONCE : 1;
  for (let round = 0; round < rounds; round++) await flattenRound(parts);
}

/**
 * Does one round of a flatten that was asked for: nothing when none is. A round cancels own orders; once none is open,
 * it closes own positions; once none is held, the flatten is done. Orders and positions of others are never touched.
 */
async function flattenRound(parts: GuardParts): Promise<void> {
  const { killSwitch } = await readBook(parts.store);
  if (killSwitch === null || killSwitch.isDone) return;
  if (await isSending(parts)) return;
  if (await cancelOrders(parts)) return;
  if (await closePositions(parts, killSwitch.number)) return;
  await finish(parts, killSwitch.number);
}

/** Cancels own orders; true while one of them may still be filled. */
async function cancelOrders(parts: GuardParts): Promise<boolean> {
  let isOpen = false;
  for (const { orderId, symbol, forget } of await ownOpenOrders(parts)) {
    try {
      const order = await cancelOrRead(parts, orderId, symbol);
      await noteOrder(parts, order);
      isOpen ||= order.status === "open" || order.status === "pending";
    } catch (error) {
      if (hasCode(error, "ORDER_UNKNOWN")) await forget();
      else {
        // One order that cannot be cancelled keeps none behind it.
        parts.onError(error);
        isOpen = true;
      }
    }
  }
  return isOpen;
}

async function cancelOrRead(parts: GuardParts, orderId: string, symbol: string): Promise<Order> {
  try {
    return await parts.broker.cancel(orderId, symbol);
  } catch (error) {
    // A cancel that meets a fill, or an order that is gone: its state is what counts.
    if (!hasCode(error, "ORDER_STATE", "EXECUTION_REFUSED")) throw error;
    return await parts.broker.order(orderId);
  }
}

interface OwnOrder {
  readonly orderId: string;
  readonly symbol: string;
  readonly forget: () => Promise<void>;
}

async function ownOpenOrders(parts: GuardParts): Promise<readonly OwnOrder[]> {
  const { broker, store, ownsAccount } = parts;
  const open = [...(await listOrders(broker, "open")), ...(await listOrders(broker, "pending"))];
  if (ownsAccount) {
    const forget = (): Promise<void> => Promise.resolve();
    return open.map(({ orderId, symbol }) => ({ orderId, symbol, forget }));
  }
  // An order whose answer was lost becomes known by its client order id.
  for (const order of open) await noteOrder(parts, order);
  const own: RiskOrder[] = [];
  for (const state of ["open", "unknown"] as const) {
    const query = { index: "by_state", equals: [state] } as const;
    for await (const { value } of everyDocument(store, riskOrders, query)) own.push(value);
  }
  return own.flatMap(({ id, orderId, symbol }) =>
    orderId === null ? [] : [{ orderId, symbol, forget: () => forgetOrder(parts, id) }],
  );
}

/** Closes own positions; true while one may be held. */
async function closePositions(parts: GuardParts, number: number): Promise<boolean> {
  const { broker, onError } = parts;
  let isHeld = false;
  for (const position of await broker.positions()) {
    try {
      const held = signedQuantity(position);
      const own = await ownPart(parts, position.symbol, held);
      if (own.sign === 0) continue;
      const orders = await closeOwn(parts, position.symbol, held, own, number);
      for (const order of orders) await noteClosing(parts, order);
      // What no order can close, such as less than a lot, is not held for us.
      isHeld ||= orders.length > 0;
    } catch (error) {
      onError(error);
      isHeld = true;
    }
  }
  return isHeld;
}

/** The part of a position that own orders made: no more than is there, and none on the other side. */
async function ownPart(
  { store, ownsAccount }: GuardParts,
  symbol: string,
  held: Decimal,
): Promise<Decimal> {
  if (ownsAccount) return held;
  const found = await store.get(riskHoldings, symbol);
  const own = found === undefined ? Decimal.zero : readAmount(found.value.quantity);
  if (own.sign !== held.sign) return Decimal.zero;
  return own.absolute().compare(held.absolute()) > 0 ? held : own;
}

async function closeOwn(
  { broker, store }: GuardParts,
  symbol: string,
  held: Decimal,
  own: Decimal,
  number: number,
): Promise<readonly Order[]> {
  if (own.equals(held)) {
    return await broker.close({ symbol, side: held.sign > 0 ? "long" : "short" });
  }
  // Named by the switch and the state of the book, so that a repeat after a crash is the same order.
  const { sequence } = await readBook(store);
  const order = await broker.place({
    symbol,
    side: own.sign > 0 ? "sell" : "buy",
    quantity: own.absolute().toString(),
    clientOrderId: `kill-${number}-${sequence}`,
  });
  return [order];
}

async function finish({ store, clock }: GuardParts, number: number): Promise<void> {
  await store.transaction(async (tx) => {
    const { killSwitch } = await readBook(tx);
    if (killSwitch === null || killSwitch.isDone || killSwitch.number !== number) return;
    await writeBook(tx, { killSwitch: { ...killSwitch, isDone: true } });
    const { mode, reason, source } = killSwitch;
    await recordEvent<RiskEvent>(tx, {
      type: "kill_switch.done",
      timestamp: clock.now(),
      killSwitch: { mode, reason, source },
    });
  });
}
