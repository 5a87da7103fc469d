/**
 * The book of a guarded account in the store: the kill switch, the reservations of orders on their way, and what the
 * rules remember. Each act of a guard writes the account's one document, so acts of all processes come one by one, and
 * none begins after a kill switch was set without seeing it.
 */

import {
  defineCollection,
  type Collection,
  type Entity,
  type StoreReader,
  type Transaction,
} from "@bourse/kernel";

import type { OrderSide } from "../execution/port.ts";

/** A kill switch that is on. */
export interface KillSwitchRecord {
  readonly mode: "freeze" | "flatten";
  readonly reason: string;
  /** Milliseconds UTC. */
  readonly setAt: number;
  /** Name of the key that set it; null for a file or a signal. */
  readonly setBy: string | null;
  readonly source: "api" | "file" | "signal";
  /** True once a flatten has found nothing open any more; a freeze has nothing to do. */
  readonly isDone: boolean;
  /** Sequence of the book when it was set: makes ids of the orders that close. */
  readonly number: number;
}

/** One document. */
export interface RiskBook extends Entity {
  readonly id: "account";
  /** One more with every act. */
  readonly sequence: number;
  readonly killSwitch: KillSwitchRecord | null;
  /** Times of the orders of the last minute, milliseconds UTC; kept while their number is limited. */
  readonly orderTimes: readonly number[];
  /** UTC day of `dayEquity`, such as 2026-01-31; empty before the first. */
  readonly day: string;
  /** Amounts as decimals in text; null before the first was seen. */
  readonly dayEquity: string | null;
  readonly peakEquity: string | null;
}

/**
 * An order that a guard let through. `sending`: its call has not returned; `unknown`: it has failed, and the order may
 * stand; `open` and `ended`: as the venue showed it last.
 */
export interface RiskOrder extends Entity {
  /** Names the order by its client order id or idempotency key, else at random. */
  readonly id: string;
  readonly requestHash: string;
  readonly clientOrderId: string | null;
  /** Id by the venue; null until it is known. */
  readonly orderId: string | null;
  readonly symbol: string;
  readonly side: OrderSide;
  readonly quantity: string;
  readonly filledQuantity: string;
  readonly state: "sending" | "unknown" | "open" | "ended";
  /** Number of calls that have not returned: a repeat may run beside the first. */
  readonly calls: number;
  /** No call of it begins after this time, milliseconds UTC. */
  readonly sendUntil: number;
  /** Sequence of the book at the last change. */
  readonly sequence: number;
  /** Time of its end, milliseconds UTC; 0 before. */
  readonly endedAt: number;
}

/** Net quantity that the guard's own orders have bought in a symbol, which is its id; below 0: sold. */
interface RiskHolding extends Entity {
  readonly quantity: string;
}

const riskBooks: Collection<RiskBook> = defineCollection<RiskBook>()({ name: "risk_books" });

export const riskOrders: Collection<
  RiskOrder,
  "by_state" | "by_order" | "by_sequence" | "by_end" | "by_client_id"
> = defineCollection<RiskOrder>()({
  name: "risk_orders",
  indexes: {
    by_state: { fields: ["state", "id"] },
    by_order: { fields: ["orderId"] },
    by_sequence: { fields: ["sequence"] },
    by_end: { fields: ["endedAt"] },
    by_client_id: { fields: ["clientOrderId"] },
  },
});

export const riskHoldings: Collection<RiskHolding> = defineCollection<RiskHolding>()({
  name: "risk_holdings",
});

/** Every collection of guards and of the kill switch. */
export const riskCollections: readonly Collection<Entity>[] = [riskBooks, riskOrders, riskHoldings];

const FRESH: RiskBook = {
  id: "account",
  sequence: 0,
  killSwitch: null,
  orderTimes: [],
  day: "",
  dayEquity: null,
  peakEquity: null,
};

/** Reads the book; an account that was never used has an empty one. */
export async function readBook(reader: StoreReader): Promise<RiskBook> {
  return (await reader.get(riskBooks, "account"))?.value ?? FRESH;
}

/** Writes the next state of the book inside the caller's transaction, and returns it with its new sequence. */
export async function writeBook(
  tx: Transaction,
  change: Partial<Omit<RiskBook, "id" | "sequence">> = {},
): Promise<RiskBook> {
  const found = await tx.get(riskBooks, "account");
  const before = found?.value ?? FRESH;
  const next: RiskBook = { ...before, ...change, sequence: before.sequence + 1 };
  if (found === undefined) await tx.insert(riskBooks, next);
  else await tx.replace(riskBooks, next, found.version);
  return next;
}
