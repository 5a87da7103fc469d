/** Placement through a guard: judged and reserved in the store, then sent, then settled. */

import { checkOrder, type CheckedOrder } from "../execution/check-order.ts";
import { ExecutionError } from "../execution/errors.ts";
import { identifyOrder } from "../execution/paper/place-order.ts";
import type { Order, OrderRequest, PlaceOptions } from "../execution/port.ts";
import { canonicalSymbol } from "../market-data/canonical-symbol.ts";
import type { GuardParts } from "./guard-parts.ts";
import { isDefinite, settleCall } from "./own-orders.ts";
import { readAccount } from "./read-account.ts";
import { reserveOrder, type Reserved, type Seen } from "./reserve-order.ts";
import { readBook, type RiskOrder } from "./risk-book.ts";
import type { RiskRefusal } from "./risk-state.ts";

/** Times that an order is judged anew because others were on their way. */
const TRIES = 100;

/** Places an order that the kill switch and every rule allow. @throws ExecutionError RISK_REFUSED; the broker's own */
export async function placeGuarded(
  parts: GuardParts,
  request: OrderRequest,
  options: PlaceOptions = {},
): Promise<Order> {
  const order = readOrder(request);
  const identity = identifyOrder(order, options);
  const names = namesOf(parts, order, identity.keyHashes);
  for (let tries = 1; ; tries++) {
    const seen = await look(parts, order);
    const isLast = tries === TRIES || parts.sending.size === 0;
    const given = { order, identity, names, seen, isLast };
    const reserved = await parts.store.transaction((tx) => reserveOrder(tx, parts, given));
    if (reserved.kind !== "refused") return await follow(parts, reserved, request, options);
    if (reserved.isCertain || isLast) throw refused(reserved.refusal);
    // Orders on their way may be counted twice or end unfilled: judged again when they have been answered.
    await Promise.allSettled(parts.sending);
  }
}

/** The amounts of a request, in steps that every instrument allows; the broker checks those of its own. */
function readOrder(request: OrderRequest): CheckedOrder {
  const symbol = canonicalSymbol(request.symbol);
  return checkOrder({ ...request, symbol }, { ...FINEST, symbol });
}

const STEP = "0.000000000000000001";
const FINEST = { base: "", quote: "", lot: STEP, tick: STEP, minNotional: "0" };

/** Names under which an order is known; the first is that of a new one. */
function namesOf(
  { ids }: GuardParts,
  { clientOrderId }: CheckedOrder,
  keyHashes: readonly string[],
): readonly RiskOrder["id"][] {
  const names = keyHashes.map((hash) => `k:${hash}`);
  if (clientOrderId !== null) names.unshift(`c:${clientOrderId}`);
  return names.length > 0 ? names : [`u:${ids.uuid()}`];
}

async function look(parts: GuardParts, { symbol }: CheckedOrder): Promise<Seen | null> {
  const { broker, store, quote, isLimited, lastPrice } = parts;
  if (!isLimited) return null;
  const { sequence, killSwitch } = await readBook(store);
  if (killSwitch !== null) return null;
  const [account, last] = await Promise.all([readAccount(broker, quote), lastPrice(symbol)]);
  return { sequence, account, last };
}

async function follow(
  parts: GuardParts,
  reserved: Exclude<Reserved, { kind: "refused" }>,
  request: OrderRequest,
  options: PlaceOptions,
): Promise<Order> {
  if (reserved.kind === "read") return await parts.broker.order(reserved.orderId);
  if (reserved.kind === "reused") {
    throw new ExecutionError(
      "ORDER_REUSED",
      "This client order id or Idempotency-Key stands for another order already; send a new one with a new order.",
      { details: reserved.orderId === null ? {} : { orderId: reserved.orderId } },
    );
  }
  const call = send(parts, reserved, request, options);
  const settled = call.catch(() => undefined);
  parts.sending.add(settled);
  try {
    return await call;
  } finally {
    parts.sending.delete(settled);
  }
}

async function send(
  parts: GuardParts,
  { id, sendUntil }: Extract<Reserved, { kind: "send" }>,
  request: OrderRequest,
  options: PlaceOptions,
): Promise<Order> {
  const { broker, clock, onError } = parts;
  const settle = (order: Order | null | undefined): Promise<void> =>
    settleCall(parts, id, order).catch(onError);
  // A process that stood still: whoever set a kill switch meanwhile was told that nothing is on its way.
  if (clock.now() >= sendUntil) {
    await settle(null);
    throw new ExecutionError(
      "EXECUTION_UNAVAILABLE",
      "The order was not sent in time, and nothing was placed. Try again.",
    );
  }
  let order: Order;
  try {
    order = await broker.place(request, options);
  } catch (error) {
    await settle(isDefinite(error) ? null : undefined);
    throw error;
  }
  await settle(order);
  return order;
}

function refused({ rule, bound, found, reason }: RiskRefusal): ExecutionError {
  return new ExecutionError("RISK_REFUSED", `${reason} Nothing was placed.`, {
    details: { rule, bound, found },
  });
}
