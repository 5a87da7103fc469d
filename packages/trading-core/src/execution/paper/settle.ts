/** Settling: resting orders held against the candles that closed since, in the order of time. */

import type { Candles } from "@bourse/backtest-engine";
import { addIntervals, intervalOpen, intervalsBetween } from "@bourse/backtest-engine/data";
import { Decimal, hasCode } from "@bourse/kernel";

import { refuseHistory } from "../../market-data/live-price.ts";
import { MAX_CANDLES } from "../../market-data/range.ts";
import { tradeTopic, type TradeEvent } from "../trade-event.ts";
import { queueForAccount } from "./account.ts";
import { readAmount } from "./amount.ts";
import { paperOrders, type PaperOrder } from "./collections.ts";
import { fillOrder, slippedPrice } from "./fill-order.ts";
import { matchOrder, type Match, type PriceBar } from "./match-order.ts";
import type { PaperTerms } from "./paper-options.ts";
import { releaseFunds } from "./place-order.ts";
import { otherSource, PRICE_INTERVAL } from "./price-source.ts";
import { isResting } from "./resting-orders.ts";
import { tellOrder } from "./tell-order.ts";

const INTERVAL = PRICE_INTERVAL;
/**
 * Maximum lag of an order's stored mark behind the candles already examined, in milliseconds; a restart examines at
 * most this much again.
 */
const MARK_EVERY_MILLISECONDS = 6 * 60 * 60 * 1000;

/** Time at which the search for an order continues, by its id; lost at a restart, when the stored mark applies. */
export type Progress = Map<string, number>;

/**
 * Fills, sets off or rejects the orders of one symbol that candles have touched since they were last looked at.
 *
 * Every step is its own transaction that reads the order anew: an order cancelled meanwhile stays cancelled, and a
 * crash half way is made good by the next run, which finds the same touches again.
 *
 * @throws ExecutionError EXECUTION_UNAVAILABLE when the candles come from another source than the orders' own;
 * EngineError MARKET_DATA_UNAVAILABLE for imported candles
 */
export async function settleSymbol(
  terms: PaperTerms,
  orders: readonly PaperOrder[],
  progress: Progress,
): Promise<void> {
  const { symbol, source } = orders[0]!; // a group is never empty, and has one source
  const from = (order: PaperOrder): number => progress.get(order.id) ?? order.activeFrom;
  const start = Math.min(...orders.map(from));
  const end = intervalOpen(INTERVAL, terms.clock.now());
  if (start >= end) return;
  const limit = Math.min(intervalsBetween(INTERVAL, start, end), MAX_CANDLES);
  const reply = await terms.candles.candles({
    symbol,
    interval: INTERVAL,
    startTime: start,
    endTime: end,
    limit,
    isLive: true,
  });
  refuseHistory(reply, symbol, INTERVAL);
  if (reply.exchange !== source) throw otherSource(symbol, source, reply.exchange);
  let live = orders;
  for (let row = 0; row < reply.candles.length && live.length > 0; row++) {
    live = await settleCandle(terms, live, from, reply.candles, row);
  }
  // A minute that the source does not have yet may still come: only what it had was looked at.
  const newest = reply.candles.time.at(-1);
  const seen = newest === undefined ? start : addIntervals(INTERVAL, newest, 1);
  for (const order of live) progress.set(order.id, Math.max(from(order), seen));
  await keepMarks(terms, live, progress);
}

/** The orders that are still resting after this candle. */
async function settleCandle(
  terms: PaperTerms,
  orders: readonly PaperOrder[],
  from: (order: PaperOrder) => number,
  candles: Candles,
  row: number,
): Promise<readonly PaperOrder[]> {
  // `!`: the row is within the candles.
  const time = candles.time[row]!;
  const bar = barAt(candles, row);
  const left: PaperOrder[] = [];
  for (const order of orders) {
    const match = time < from(order) ? NOT_MATCHED : matchOrder(priced(order), bar);
    const next = match.outcome === "none" ? order : await applyMatch(terms, order, match, time);
    if (next !== undefined) left.push(next);
  }
  return left;
}

const NOT_MATCHED: Match = { outcome: "none" };

/** The order when it goes on resting; undefined when it is final. */
async function applyMatch(
  terms: PaperTerms,
  order: PaperOrder,
  match: Exclude<Match, { outcome: "none" }>,
  time: number,
): Promise<PaperOrder | undefined> {
  const instrument = await terms.instruments(order.symbol);
  let event: TradeEvent | undefined;
  const settled = await terms.store.transaction(async (tx) => {
    event = undefined;
    await queueForAccount(tx);
    const found = await tx.get(paperOrders, order.id);
    if (found === undefined || !isResting(found.value)) return undefined;
    const now = terms.clock.now();
    let next: PaperOrder;
    if (match.outcome === "trigger") {
      const activeFrom = addIntervals(INTERVAL, time, 1);
      next = { ...found.value, status: "open", isTriggered: true, activeFrom, updatedAt: now };
    } else {
      try {
        const price = fillPrice(terms, found.value, match.price, instrument);
        ({ order: next, event } = await fillOrder(tx, found.value, price, {
          ...terms,
          instrument,
          now,
          priceTime: addIntervals(INTERVAL, time, 1),
        }));
      } catch (error) {
        // A stop that the market jumped over can cost more than was held back for it, or fall below the tick.
        if (!hasCode(error, "FUNDS_INSUFFICIENT", "ORDER_INVALID")) throw error;
        const freed = await releaseFunds(tx, found.value);
        next = { ...freed, status: "rejected", updatedAt: now };
      }
    }
    if (next.status === "filled" || next.status === "rejected") {
      await tellOrder(terms, tx, `order.${next.status}`, next);
    }
    return (await tx.replace(paperOrders, next, found.version)).value;
  });
  if (event !== undefined) terms.bus.publish(tradeTopic, event);
  return settled !== undefined && isResting(settled) ? settled : undefined;
}

/** A stop slips like a market order; an order with a limit never does. */
function fillPrice(
  terms: PaperTerms,
  order: PaperOrder,
  price: Decimal,
  instrument: Parameters<typeof slippedPrice>[3],
): Decimal {
  if (order.price === null) return slippedPrice(price, order.side, terms.slippage, instrument);
  // A limit is on the tick already; a better open may not be, and is rounded to the worse side but never past the
  // limit.
  return slippedPrice(price, order.side, Decimal.zero, instrument);
}

/** Writes down now and then what was looked at. */
async function keepMarks(
  { store }: PaperTerms,
  orders: readonly PaperOrder[],
  progress: Progress,
): Promise<void> {
  const markOf = ({ id, activeFrom }: PaperOrder): number => progress.get(id) ?? activeFrom;
  const late = orders.filter(
    (order) => markOf(order) - order.activeFrom >= MARK_EVERY_MILLISECONDS,
  );
  if (late.length === 0) return;
  await store.transaction(async (tx) => {
    for (const order of late) {
      const found = await tx.get(paperOrders, order.id);
      if (found === undefined || !isResting(found.value)) continue;
      await tx.replace(paperOrders, { ...found.value, activeFrom: markOf(order) }, found.version);
    }
  });
}

function priced(order: PaperOrder) {
  return {
    side: order.side,
    orderType: order.orderType,
    isTriggered: order.isTriggered,
    price: order.price === null ? null : readAmount(order.price),
    stopPrice: order.stopPrice === null ? null : readAmount(order.stopPrice),
  };
}

function barAt({ open, high, low, close }: Candles, row: number): PriceBar {
  const price = (column: Float64Array): Decimal => Decimal.fromNumber(column[row]!);
  return { open: price(open), high: price(high), low: price(low), close: price(close) };
}
