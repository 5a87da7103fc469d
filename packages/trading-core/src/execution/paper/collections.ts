/** The collections of the paper broker; an engine that opens a store for it is given all of them. */

import { defineCollection, type Collection, type Entity } from "@bourse/kernel";

import { eventCollections } from "../../events/event-log.ts";
import type { Order, OrderSide } from "../port.ts";

/** An order as it is stored; amounts are decimal strings. */
export interface PaperOrder extends Omit<Order, "orderId" | "priceTime"> {
  /** The order's id, a uuid. */
  readonly id: string;
  /** Absent in orders that were stored before prices had times. */
  readonly priceTime?: number | null;
  /** 1, 2, 3 … in the order of placing. */
  readonly number: number;
  /** SHA-256 of the request; a client order id belongs to exactly one request. */
  readonly requestHash: string;
  /** SHA-256 of the idempotency key with its owner, so that no key is kept in clear. */
  readonly keyHash: string | null;
  /** SHA-256 of the owner's name; null without one. Absent in orders of earlier releases. */
  readonly ownerId?: string | null;
  /** Amount that the account reserves for the order; `0` once it is final. */
  readonly heldAsset: string;
  readonly heldAmount: string;
  /** Only candles that open at it or later can fill the order. Milliseconds UTC. */
  readonly activeFrom: number;
  /** A stop-limit order whose stop was reached: a limit order from then on. */
  readonly isTriggered: boolean;
}

/** Balance of an asset, and the part of it that open orders reserve. */
export interface PaperBalance {
  /** The asset. */
  readonly id: string;
  readonly total: string;
  readonly held: string;
}

/** Position in a symbol and its realised profit; kept when the position is closed. */
export interface PaperPosition {
  /** The symbol. */
  readonly id: string;
  readonly base: string;
  /** Name of the source of its prices. */
  readonly source: string;
  /** Held quantity in base units; `0` when nothing is held. */
  readonly quantity: string;
  /** Cost of the quantity, without fees. */
  readonly cost: string;
  /** Realised gain since the account was opened, after fees. */
  readonly realizedPnl: string;
}

/** One execution. */
export interface PaperFill {
  /** The order's id: an order fills at once and whole. */
  readonly id: string;
  readonly symbol: string;
  readonly side: OrderSide;
  readonly quantity: string;
  readonly price: string;
  /** Name of the source of the price. */
  readonly source: string;
  readonly fee: string;
  readonly realizedPnl: string;
  /** Milliseconds UTC. */
  readonly time: number;
}

/** One document, id `account`: it exists once the account is opened. */
export interface PaperAccount {
  readonly id: "account";
  readonly lastNumber: number;
  /** Milliseconds UTC. */
  readonly openedAt: number;
}

export const paperOrders: Collection<
  PaperOrder,
  "newest" | "by_status" | "by_symbol" | "by_symbol_status" | "by_client_id" | "by_key"
> = defineCollection<PaperOrder>()({
  name: "paper_orders",
  indexes: {
    newest: { fields: ["number"], unique: true },
    by_status: { fields: ["status", "number"] },
    by_symbol: { fields: ["symbol", "number"] },
    by_symbol_status: { fields: ["symbol", "status", "number"] },
    by_client_id: { fields: ["clientOrderId"], unique: true },
    by_key: { fields: ["keyHash"], unique: true },
  },
});

export const paperBalances: Collection<PaperBalance> = defineCollection<PaperBalance>()({
  name: "paper_balances",
});

export const paperPositions: Collection<PaperPosition> = defineCollection<PaperPosition>()({
  name: "paper_positions",
});

export const paperFills: Collection<PaperFill, "by_time"> = defineCollection<PaperFill>()({
  name: "paper_fills",
  indexes: { by_time: { fields: ["time"] } },
});

export const paperAccounts: Collection<PaperAccount> = defineCollection<PaperAccount>()({
  name: "paper_accounts",
});

/**
 * Every collection of the paper broker, for `createMemoryStore({ collections })` and `openStore(url, { collections })`.
 */
export const paperCollections: readonly Collection<Entity>[] = [
  paperOrders,
  paperBalances,
  paperPositions,
  paperFills,
  paperAccounts,
  ...eventCollections,
];
