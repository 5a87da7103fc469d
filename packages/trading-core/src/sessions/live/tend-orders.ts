/** The orders of a live session brought forward: intents sent, unknown outcomes asked for, open ones followed. */

import { intervalMilliseconds, normaliseInterval } from "@bourse/backtest-engine/data";
import { hasCode } from "@bourse/kernel";

import type { ExecutionError } from "../../execution/errors.ts";
import type { Order } from "../../execution/port.ts";
import { isDefinite } from "../../risk/own-orders.ts";
import type { HeldOrder } from "../../session/live/live-order.ts";
import { NotHeld } from "../run-session.ts";
import { commitLive } from "./commit-live.ts";
import { answered, tellFault, type LiveSession } from "./live-session.ts";
import { noteOrder } from "./note-order.ts";

/**
 * Brings every waiting order forward; with `asksOnly` those that were sent. A fault of the exchange is told, and the
 * order is looked at again later.
 */
export async function tendOrders(session: LiveSession, asksOnly = false): Promise<void> {
  for (const { order, live } of session.kernel.orders.waiting) {
    if (asksOnly && live.stage === "intent") continue;
    try {
      await tendOrder(session, order.id);
    } catch (error) {
      tellFault(session, error);
    }
  }
}

async function tendOrder(session: LiveSession, number: number): Promise<void> {
  const held = session.kernel.orders.get(number);
  switch (held.live.stage) {
    case "intent":
      await tendIntent(session, held);
      break;
    case "sent":
      await ask(session, held);
      break;
    case "open":
      await follow(session, held);
      break;
    case "ended":
  }
}

async function tendIntent(session: LiveSession, held: HeldOrder): Promise<void> {
  const { kernel } = session;
  const number = held.order.id;
  if (held.live.leftBefore !== null) kernel.end(number, "cancelled");
  else if (isStale(session, held)) kernel.end(number, "expired");
  // What is to be cancelled may still fill, and the size of this order depends on it.
  else if (isLeavingBefore(session, number)) return;
  else return await send(session, number);
  await commitLive(session, {});
}

function isLeavingBefore({ kernel }: LiveSession, number: number): boolean {
  return kernel.orders.waiting.some(
    ({ order, live }) => order.id < number && live.leftBefore !== null,
  );
}

/** True for an order that would enter a candle too late: nothing enters on old news. */
function isStale({ document, kernel, parts }: LiveSession, { live, order }: HeldOrder): boolean {
  const isAgainst = kernel.books.side === (order.side === "buy" ? -1 : 1);
  if (order.reduceOnly || isAgainst) return false;
  const late = intervalMilliseconds(normaliseInterval(document.value.interval));
  return parts.clock.now() - live.createdAt >= late;
}

/** Sends an order: the request is committed first, and repeated as it was under its client order id. */
async function send(session: LiveSession, number: number): Promise<void> {
  const { kernel, parts, broker } = session;
  const { live } = kernel.orders.get(number);
  let { request } = live;
  try {
    request ??= kernel.requestOf(number);
  } catch (error) {
    await reject(session, number, error);
    return;
  }
  const sentAt = parts.clock.now();
  kernel.change(number, { stage: "sent", request, sendings: live.sendings + 1, sentAt });
  await commitLive(session, {});
  if (!session.isHeld()) throw new NotHeld();
  const asked = request;
  let placed: Order;
  try {
    placed = await answered(session, () => broker.place(asked));
  } catch (error) {
    // A repeat that is refused says nothing of the sending before it.
    if (!isDefinite(error) || live.sendings > 0) throw error;
    await reject(session, number, error);
    return;
  }
  await noteOrder(session, number, placed);
}

async function reject(session: LiveSession, number: number, error: unknown): Promise<void> {
  const { code, message, details } = error as ExecutionError;
  const rule = hasCode(error, "RISK_REFUSED") ? String((details as { rule: string }).rule) : null;
  session.kernel.reject(number, { code, rule, reason: message.slice(0, 500) });
  await commitLive(session, {});
}

/** Asks what became of an order that was sent; only where the exchange does not show it, it is sent again. */
async function ask(session: LiveSession, held: HeldOrder): Promise<void> {
  const { kernel, parts, account } = session;
  const { id: number, clientOrderId } = held.order;
  const { orderId, sentAt, leftBefore } = held.live;
  const shown =
    (orderId === null ? undefined : await orderOf(session, orderId)) ??
    (await findByClientId(session, clientOrderId, held.live.createdAt));
  if (shown !== undefined) await noteOrder(session, number, shown);
  const { live } = kernel.orders.get(number);
  if (live.stage === "open") await follow(session, kernel.orders.get(number));
  if (live.stage !== "sent") return;
  if (leftBefore === null && !isStale(session, held)) return await send(session, number);
  if (parts.clock.now() - sentAt < account.graceMilliseconds) return;
  kernel.end(number, leftBefore === null ? "expired" : "cancelled");
  await commitLive(session, {});
}

async function follow(session: LiveSession, { order, live }: HeldOrder): Promise<void> {
  const { broker, kernel } = session;
  const { orderId } = live;
  if (orderId === null) return;
  const shown =
    (await orderOf(session, orderId)) ??
    (await findByClientId(session, order.clientOrderId, live.createdAt));
  if (shown === undefined) return;
  await noteOrder(session, order.id, shown);
  const now = kernel.orders.get(order.id).live;
  if (now.stage === "ended" || now.leftBefore === null) return;
  try {
    const cancelled = await answered(session, () => broker.cancel(orderId, order.symbol));
    await noteOrder(session, order.id, cancelled);
  } catch (error) {
    // It has ended meanwhile: the next look reads how.
    if (!hasCode(error, "ORDER_STATE", "ORDER_UNKNOWN")) throw error;
  }
}

async function orderOf(session: LiveSession, orderId: string): Promise<Order | undefined> {
  try {
    return await answered(session, () => session.broker.order(orderId));
  } catch (error) {
    if (hasCode(error, "ORDER_UNKNOWN")) return undefined;
    throw error;
  }
}

/** Orders of a page, and the most pages that are searched. */
const PAGE = 200;
const PAGES = 10;
/** Difference that is allowed for between this clock and the exchange's, in milliseconds. */
const CLOCKS = 60_000;

async function findByClientId(
  session: LiveSession,
  clientOrderId: string,
  since: number,
): Promise<Order | undefined> {
  const { broker, document } = session;
  const { symbol } = document.value.request;
  let after: Order | undefined;
  for (let page = 0; page < PAGES; page++) {
    const query = { symbol, limit: PAGE, ...(after && { after }) };
    const orders = await answered(session, () => broker.orders(query));
    const found = orders.find((order) => order.clientOrderId === clientOrderId);
    if (found !== undefined) return found;
    after = orders.at(-1);
    if (orders.length < PAGE || (after?.createdAt ?? 0) < since - CLOCKS) return undefined;
  }
  return undefined;
}
