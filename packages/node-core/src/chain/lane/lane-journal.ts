/** The lane's transactions in the store: every move is durable before anybody hears of it. */
import type { Page, Store, StoreReader, Transaction, Versioned } from "@bourse/kernel";

import { findPage } from "../../internal/find-page.ts";
import type { LaneQuery, TransactionIntent } from "../port.ts";
import {
  laneTransactions,
  nonceKey,
  queuedTransaction,
  type LaneTransaction,
} from "./lane-transaction.ts";

/** Stored transaction with its version, from which a move starts. */
export type Stored = Versioned<LaneTransaction>;

/** A move: from what was read to what shall stand. */
export interface Move {
  readonly from: Stored;
  readonly to: LaneTransaction;
}

export class LaneJournal {
  readonly #store: Store;
  readonly #lane: string;
  readonly #now: () => number;

  constructor(store: Store, lane: string, now: () => number) {
    this.#store = store;
    this.#lane = lane;
    this.#now = now;
  }

  async get(id: string, reader: StoreReader = this.#store): Promise<Stored | undefined> {
    const found = await reader.get(laneTransactions, id);
    return found?.value.lane === this.#lane ? found : undefined;
  }

  /** Inserts `intent` at the end of the queue, unless its id is there already. */
  async enqueue(
    tx: Transaction,
    intent: TransactionIntent,
    allows: string | null = null,
  ): Promise<LaneTransaction | undefined> {
    if ((await tx.get(laneTransactions, intent.id)) !== undefined) return undefined;
    const { items } = await tx.find(laneTransactions, {
      index: "by_place",
      equals: [this.#lane],
      order: "desc",
      limit: 1,
    });
    const place = (items[0]?.value.place ?? 0) + 1;
    const queued = queuedTransaction(this.#lane, place, intent, this.#now(), allows);
    return (await tx.insert(laneTransactions, queued)).value;
  }

  /** Everything that is not final, in the order of its coming; at most 1000. */
  async open(): Promise<readonly Stored[]> {
    const page = await this.#store.find(laneTransactions, {
      index: "by_open",
      equals: [this.#lane, true],
      limit: 1000,
    });
    return page.items;
  }

  /** Returns every transaction that is not final, in the order of enqueueing. */
  async allOpen(): Promise<readonly Stored[]> {
    const all: Stored[] = [];
    let cursor: string | null = null;
    do {
      const page: Page<LaneTransaction> = await this.#store.find(laneTransactions, {
        index: "by_open",
        equals: [this.#lane, true],
        limit: 1000,
        ...(cursor === null ? {} : { cursor }),
      });
      all.push(...page.items);
      cursor = page.next;
    } while (cursor !== null);
    return all;
  }

  /** A page from the newest one on. @throws NodeError CURSOR_INVALID */
  page({ limit = 100, open = false, cursor }: LaneQuery): Promise<Page<LaneTransaction>> {
    return findPage(this.#store, laneTransactions, {
      ...(open
        ? { index: "by_open", equals: [this.#lane, true] }
        : { index: "by_place", equals: [this.#lane] }),
      order: "desc",
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    });
  }

  /** The highest nonce that was ever given out; −1 before the first. */
  async lastNonce(): Promise<number> {
    const { items } = await this.#store.find(laneTransactions, {
      index: "by_nonce",
      range: { gte: `${this.#lane}:`, lt: `${this.#lane};` },
      order: "desc",
      limit: 1,
    });
    return items[0]?.value.nonce ?? -1;
  }

  async byNonce(nonce: number, reader: StoreReader = this.#store): Promise<Stored | undefined> {
    const page = await reader.find(laneTransactions, {
      index: "by_nonce",
      equals: [nonceKey(this.#lane, nonce)],
      limit: 1,
    });
    return page.items[0];
  }

  /** A page of those that have a nonce, from the highest one down. */
  byNonceFrom(cursor: string | null): Promise<Page<LaneTransaction>> {
    return this.#store.find(laneTransactions, {
      index: "by_nonce",
      range: { gte: `${this.#lane}:`, lt: `${this.#lane};` },
      order: "desc",
      limit: 20,
      ...(cursor === null ? {} : { cursor }),
    });
  }

  /** All moves or none. @throws StoreError STORE_CONFLICT when one of them starts from what no longer stands */
  async commit(
    moves: readonly Move[],
    also?: (tx: Transaction) => Promise<void>,
  ): Promise<readonly Stored[]> {
    if (moves.length === 0 && also === undefined) return [];
    return this.transaction(async (tx) => {
      await also?.(tx);
      const stored: Stored[] = [];
      for (const { from, to } of moves) {
        stored.push(await tx.replace(laneTransactions, to, from.version));
      }
      return stored;
    });
  }

  transaction<R>(work: (tx: Transaction) => Promise<R>): Promise<R> {
    return this.#store.transaction(work);
  }

  /** Deletes it when it is still queued. */
  withdraw(id: string): Promise<boolean> {
    return this.transaction(async (tx) => {
      const found = await tx.get(laneTransactions, id);
      if (found?.value.lane !== this.#lane || found.value.state !== "queued") return false;
      return tx.delete(laneTransactions, id, found.version);
    });
  }
}

/** `all` with what the moves have come to, in the same places. */
export function replaced(
  all: readonly Stored[],
  moves: readonly Move[],
  stored: readonly Stored[],
): Stored[] {
  const after = new Map(moves.map(({ from }, index) => [from, stored[index]]));
  return all.map((one) => after.get(one) ?? one);
}
