/** Orders of the guard as the venue showed them last, and what they have bought and sold: what a flatten closes. */

import { Decimal, deleteFound, hasCode, type Transaction } from "@bourse/kernel";

import { readAmount } from "../execution/paper/amount.ts";
import type { Order } from "../execution/port.ts";
import type { GuardParts } from "./guard-parts.ts";
import { riskHoldings, riskOrders, writeBook, type RiskOrder } from "./risk-book.ts";

/** Time for which ended orders are remembered, so that a repeated request is known, in milliseconds. */
const KEPT_MILLISECONDS = 30 * 86_400_000;

/** Stands for the request of an order that closes a position. */
const CLOSING = "";

/** Notes that a call has returned with an order: null when it certainly placed none, undefined when that is unknown. */
export async function settleCall(
  { store, clock, ownsAccount }: GuardParts,
  id: string,
  order: Order | null | undefined,
): Promise<void> {
  await store.transaction(async (tx) => {
    const found = await tx.get(riskOrders, id);
    if (found === undefined) return;
    const { sequence } = await writeBook(tx);
    const { value, version } = found;
    const calls = Math.max(0, value.calls - 1);
    if (order === null && calls === 0 && value.orderId === null && value.state === "sending") {
      await tx.delete(riskOrders, id, version);
      return;
    }
    const shown = order ?? null;
    const next = shown === null ? value : asShown(value, shown, clock.now(), ownsAccount);
    const settled = next.orderId === null ? "unknown" : next.endedAt === 0 ? "open" : "ended";
    const state = calls > 0 ? "sending" : settled;
    await tx.replace(riskOrders, { ...next, calls, state, sequence }, version);
    if (!ownsAccount) await hold(tx, value, next);
  });
}

/** Notes what the venue shows of an order, if it is one of the guard's own. */
export async function noteOrder(parts: GuardParts, order: Order): Promise<void> {
  const { store, clock, ownsAccount } = parts;
  if (ownsAccount) return;
  await store.transaction(async (tx) => {
    const found = await findOwn(tx, order);
    if (found === undefined) return;
    const { value, version } = found;
    const next = asShown(value, order, clock.now(), ownsAccount);
    if (value.state === "sending") return;
    const state = next.endedAt === 0 ? "open" : "ended";
    if (state === value.state && next.filledQuantity === value.filledQuantity) {
      if (next.orderId === value.orderId) return;
    }
    const { sequence } = await writeBook(tx);
    await tx.replace(riskOrders, { ...next, state, sequence }, version);
    await hold(tx, value, next);
  });
}

/** Notes an order that the guard itself has placed to close a position. */
export async function noteClosing(parts: GuardParts, order: Order): Promise<void> {
  const { store, clock, ownsAccount } = parts;
  if (ownsAccount) return;
  await store.transaction(async (tx) => {
    const known = await findOwn(tx, order);
    if (known !== undefined) return;
    const { sequence } = await writeBook(tx);
    const fresh: RiskOrder = {
      id: `o:${order.orderId}`,
      requestHash: CLOSING,
      clientOrderId: order.clientOrderId,
      orderId: order.orderId,
      symbol: order.symbol,
      side: order.side,
      quantity: order.quantity,
      filledQuantity: "0",
      state: "open",
      calls: 0,
      sendUntil: 0,
      sequence,
      endedAt: 0,
    };
    const next = asShown(fresh, order, clock.now(), ownsAccount);
    await tx.insert(riskOrders, { ...next, state: next.endedAt === 0 ? "open" : "ended" });
    await hold(tx, fresh, next);
  });
  await noteOrder(parts, order);
}

/** Ends an order that the venue does not know any more. */
export async function forgetOrder({ store, clock }: GuardParts, id: string): Promise<void> {
  await store.transaction(async (tx) => {
    const found = await tx.get(riskOrders, id);
    if (found === undefined || found.value.state === "ended") return;
    const { sequence } = await writeBook(tx);
    const ended = { ...found.value, state: "ended", sequence, endedAt: clock.now() } as const;
    await tx.replace(riskOrders, ended, found.version);
  });
}

/** Deletes ended orders that are old. */
export async function forgetOldOrders({ store, clock }: GuardParts): Promise<void> {
  const range = { gt: 0, lt: clock.now() - KEPT_MILLISECONDS };
  await deleteFound(store, riskOrders, { index: "by_end", range });
}

/** True for an error after which nothing was placed for certain. */
export function isDefinite(error: unknown): boolean {
  return hasCode(
    error,
    "ORDER_INVALID",
    "ORDER_REUSED",
    "FUNDS_INSUFFICIENT",
    "EXECUTION_REFUSED",
    "EXECUTION_UNAUTHORIZED",
    "MARKET_DATA_UNAVAILABLE",
    "SYMBOL_UNKNOWN",
    "RISK_REFUSED",
  );
}

/** The order by its id, or by its client order id until that is known. */
async function findOwn(tx: Transaction, { orderId, clientOrderId }: Order) {
  const byId = await tx.find(riskOrders, { index: "by_order", equals: [orderId], limit: 1 });
  if (byId.items[0] !== undefined) return byId.items[0];
  if (clientOrderId === null) return undefined;
  const byClient = { index: "by_client_id", equals: [clientOrderId], limit: 1 } as const;
  return (await tx.find(riskOrders, byClient)).items[0];
}

function asShown(own: RiskOrder, order: Order, now: number, ownsAccount: boolean): RiskOrder {
  const isFinal = order.status !== "open" && order.status !== "pending";
  const isMore = readAmount(order.filledQuantity).compare(readAmount(own.filledQuantity)) > 0;
  return {
    ...own,
    orderId: order.orderId,
    filledQuantity: isMore ? order.filledQuantity : own.filledQuantity,
    // What owns the whole account asks the venue for its orders, not this list.
    endedAt: isFinal || ownsAccount ? own.endedAt || now : 0,
  };
}

/** Adds what was filled since to the holding of the symbol. */
async function hold(tx: Transaction, before: RiskOrder, after: RiskOrder): Promise<void> {
  const filled = readAmount(after.filledQuantity).minus(readAmount(before.filledQuantity));
  if (filled.sign === 0) return;
  const found = await tx.get(riskHoldings, after.symbol);
  const held = found === undefined ? Decimal.zero : readAmount(found.value.quantity);
  const next = held.plus(after.side === "buy" ? filled : filled.negated());
  // A close sells what others hold as well: ours ends at nothing.
  const isCrossed = after.requestHash === CLOSING && next.sign !== held.sign;
  const quantity = (isCrossed ? Decimal.zero : next).toString();
  if (found === undefined) await tx.insert(riskHoldings, { id: after.symbol, quantity });
  else await tx.replace(riskHoldings, { id: after.symbol, quantity }, found.version);
}
