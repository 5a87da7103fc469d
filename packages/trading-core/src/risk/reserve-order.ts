/**
 * Reservation: an order is judged and noted in one transaction before it is sent, so that orders that race are judged
 * one after the other, each with those before it.
 */

import { Decimal, type Transaction, type Versioned } from "@bourse/kernel";

import { recordEvent } from "../events/event-log.ts";
import type { CheckedOrder } from "../execution/check-order.ts";
import { readAmount } from "../execution/paper/amount.ts";
import type { OrderIdentity } from "../execution/paper/place-order.ts";
import type { Order } from "../execution/port.ts";
import { checkRisk } from "./check-risk.ts";
import { seenEquity, type GuardParts } from "./guard-parts.ts";
import { signedQuantity, valueOf, type LastPrice, type ShownAccount } from "./read-account.ts";
import { readBook, riskOrders, writeBook, type RiskBook, type RiskOrder } from "./risk-book.ts";
import type { RiskEvent } from "./risk-event.ts";
import type { RiskRefusal, RiskState } from "./risk-state.ts";

/** The account and the price that an order is judged by, read before the transaction. */
export interface Seen {
  /** Sequence of the book before the account was read: later changes may be missing in what was read. */
  readonly sequence: number;
  readonly account: ShownAccount;
  readonly last: LastPrice | null;
}

/** Outcome of a reservation. */
export type Reserved =
  | { readonly kind: "send"; readonly id: string; readonly sendUntil: number }
  /** The order was placed before, and nothing is sent while the switch is on. */
  | { readonly kind: "read"; readonly orderId: string }
  | { readonly kind: "reused"; readonly orderId: string | null }
  /** Refused; `isCertain` is false where orders of others were counted that may count twice. */
  | { readonly kind: "refused"; readonly refusal: RiskRefusal; readonly isCertain: boolean };

/** Time for which a reserved order may be sent, in milliseconds. */
const SEND_MILLISECONDS = 30_000;
/** Time for which an order whose outcome nobody told still counts, in milliseconds. */
const UNKNOWN_MILLISECONDS = 120_000;
const MINUTE = 60_000;

/** Reserves an order, inside the caller's transaction. `isLast`: a refusal is final, and told. */
export async function reserveOrder(
  tx: Transaction,
  parts: GuardParts,
  given: {
    readonly order: CheckedOrder;
    readonly identity: OrderIdentity;
    readonly names: readonly string[];
    readonly seen: Seen | null;
    readonly isLast: boolean;
  },
): Promise<Reserved> {
  const { order, identity, names, seen, isLast } = given;
  const book = await readBook(tx);
  const known = await findNamed(tx, names);
  if (known !== undefined && known.value.requestHash !== identity.requestHash) {
    return { kind: "reused", orderId: known.value.orderId };
  }
  if (book.killSwitch !== null) {
    if (known !== undefined && known.value.orderId !== null) {
      return { kind: "read", orderId: known.value.orderId };
    }
    return await refuse(tx, parts, order, killRefusal(book.killSwitch));
  }
  const sendUntil = parts.clock.now() + SEND_MILLISECONDS;
  if (known !== undefined) return await sendAgain(tx, known, sendUntil);
  const judged = seen === null ? undefined : await judge(tx, parts, order, book, seen);
  if (judged !== undefined && judged.refusal !== null) {
    const { refusal, isCertain, change } = judged;
    if (!isCertain && !isLast) return { kind: "refused", refusal, isCertain };
    return await refuse(tx, parts, order, refusal, change);
  }
  const { sequence } = await writeBook(
    tx,
    judged && { ...judged.change, orderTimes: judged.times },
  );
  return await insertReservation(tx, given, sequence, sendUntil);
}

async function findNamed(
  tx: Transaction,
  names: readonly string[],
): Promise<Versioned<RiskOrder> | undefined> {
  for (const name of names) {
    const found = await tx.get(riskOrders, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A repeat of an order that was let through: the broker knows which order it is. */
async function sendAgain(
  tx: Transaction,
  { value, version }: Versioned<RiskOrder>,
  sendUntil: number,
): Promise<Reserved> {
  const { sequence } = await writeBook(tx);
  const calls = value.calls + 1;
  await tx.replace(riskOrders, { ...value, state: "sending", calls, sendUntil, sequence }, version);
  return { kind: "send", id: value.id, sendUntil };
}

async function insertReservation(
  tx: Transaction,
  { order, identity, names }: Parameters<typeof reserveOrder>[2],
  sequence: number,
  sendUntil: number,
): Promise<Reserved> {
  // `!`: an order has a name at least by chance.
  const id = names[0]!;
  await tx.insert(riskOrders, {
    id,
    requestHash: identity.requestHash,
    clientOrderId: order.clientOrderId,
    orderId: null,
    symbol: order.symbol,
    side: order.side,
    quantity: order.quantity.toString(),
    filledQuantity: "0",
    state: "sending",
    calls: 1,
    sendUntil,
    sequence,
    endedAt: 0,
  });
  return { kind: "send", id, sendUntil };
}

function killRefusal({ mode, reason }: NonNullable<RiskBook["killSwitch"]>): RiskRefusal {
  return {
    rule: "kill_switch",
    bound: null,
    found: mode,
    reason: `The kill switch is on (${mode}): ${reason}${/[.!?]$/u.test(reason) ? "" : "."}`,
  };
}

async function refuse(
  tx: Transaction,
  { clock }: GuardParts,
  { symbol, side, quantity, clientOrderId }: CheckedOrder,
  refusal: RiskRefusal,
  change?: Parameters<typeof writeBook>[1],
): Promise<Reserved> {
  if (change !== undefined) await writeBook(tx, change);
  const risk = { ...refusal, symbol, side, quantity: quantity.toString(), clientOrderId };
  await recordEvent<RiskEvent>(tx, { type: "risk.refused", timestamp: clock.now(), risk });
  return { kind: "refused", refusal, isCertain: true };
}

interface Judged {
  readonly refusal: RiskRefusal | null;
  readonly isCertain: boolean;
  readonly change: Pick<RiskBook, "day" | "dayEquity" | "peakEquity">;
  readonly times: readonly number[];
}

async function judge(
  tx: Transaction,
  { clock, rules, clockOffset, watch }: GuardParts,
  order: CheckedOrder,
  book: RiskBook,
  { sequence, account, last }: Seen,
): Promise<Judged> {
  const now = clock.now();
  const unseen = await unseenOrders(tx, sequence, now, account.open);
  const change = seenEquity(book, account.equity, now, readAmount);
  const recent = book.orderTimes.filter((time) => time > now - MINUTE && time <= now);
  const read = (text: string | null): Decimal | null => (text === null ? null : readAmount(text));
  const state: RiskState = {
    now,
    lastPrice: last?.price ?? null,
    lastPriceTime: last?.priceTime ?? null,
    ...ofSymbol(order.symbol, account, unseen),
    otherValue: otherValue(order.symbol, account, unseen),
    equity: account.equity,
    dayEquity: read(change.dayEquity),
    peakEquity: read(change.peakEquity),
    ordersInMinute: recent.length,
    clockOffsetMilliseconds: clockOffset(),
    isClockStuck: watch.isStuck(),
  };
  const refusal = checkRisk(rules, state, order);
  const times = rules.maxOrdersPerMinute === null ? [] : [...recent, now];
  return { refusal, isCertain: unseen.length === 0, change, times };
}

/** Orders that the account, as it was read, may not show yet: on their way, unknown, or changed since. */
async function unseenOrders(
  tx: Transaction,
  sequence: number,
  now: number,
  open: readonly Order[],
): Promise<readonly RiskOrder[]> {
  const shown = new Set(open.flatMap(({ orderId, clientOrderId }) => [orderId, clientOrderId]));
  const found = new Map<string, RiskOrder>();
  for (const state of ["sending", "unknown"] as const) {
    const query = { index: "by_state", equals: [state], limit: 1000 } as const;
    for (const { value } of (await tx.find(riskOrders, query)).items) {
      if (value.sendUntil > now - UNKNOWN_MILLISECONDS) found.set(value.id, value);
    }
  }
  const since = { index: "by_sequence", range: { gt: sequence }, limit: 1000 } as const;
  for (const { value } of (await tx.find(riskOrders, since)).items) found.set(value.id, value);
  return [...found.values()].filter(
    ({ orderId, clientOrderId }) =>
      !(orderId !== null && shown.has(orderId)) &&
      !(clientOrderId !== null && shown.has(clientOrderId)),
  );
}

/** The position of the symbol, and what its open and unseen orders may still buy and sell. */
function ofSymbol(
  symbol: string,
  { positions, open }: ShownAccount,
  unseen: readonly RiskOrder[],
): Pick<RiskState, "position" | "openBuys" | "openSells"> {
  const own = positions.filter((position) => position.symbol === symbol);
  const position = own.reduce((sum, held) => sum.plus(signedQuantity(held)), Decimal.zero);
  const amounts = { buy: Decimal.zero, sell: Decimal.zero };
  for (const { side, quantity } of remaining(symbol, open, unseen)) {
    amounts[side] = amounts[side].plus(quantity);
  }
  return { position, openBuys: amounts.buy, openSells: amounts.sell };
}

function remaining(symbol: string | null, open: readonly Order[], unseen: readonly RiskOrder[]) {
  return [
    ...open.map((order) => ({
      symbol: order.symbol,
      side: order.side,
      price: order.price ?? order.stopPrice,
      quantity: readAmount(order.quantity).minus(readAmount(order.filledQuantity)),
    })),
    // Whole: what of it was filled may not be in the position that was read.
    ...unseen.map((order) => ({
      symbol: order.symbol,
      side: order.side,
      price: null,
      quantity: readAmount(order.quantity),
    })),
  ].filter((order) => symbol === null || order.symbol === symbol);
}

/** Value of all other symbols with their open orders; null where a price is missing. */
function otherValue(
  symbol: string,
  { positions, open }: ShownAccount,
  unseen: readonly RiskOrder[],
): Decimal | null {
  let sum = Decimal.zero;
  for (const position of positions) {
    if (position.symbol === symbol) continue;
    const value = valueOf(position);
    if (value === null) return null;
    sum = sum.plus(value);
  }
  for (const order of remaining(null, open, unseen)) {
    if (order.symbol === symbol) continue;
    const mark = positions.find((held) => held.symbol === order.symbol)?.markPrice;
    const price = order.price ?? mark ?? null;
    if (price === null) return null;
    sum = sum.plus(order.quantity.times(readAmount(price)));
  }
  return sum;
}
