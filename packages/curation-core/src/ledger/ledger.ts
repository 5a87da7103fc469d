/**
 * Transactions of curation: each has one time, sequence numbers for its changes, and events that are stored with it.
 */

import type { Clock, Store, Transaction } from "@bourse/kernel";

import { counters } from "./counter-document.ts";
import {
  type CurationEvent,
  type CurationEventType,
  curationEvents,
  eventId,
} from "./curation-event.ts";

/** One transaction with its time and its numbers. */
export interface UnitOfWork {
  /** The store's transaction. */
  readonly tx: Transaction;
  /** Time of the transaction in milliseconds since the epoch; constant throughout. */
  readonly now: number;
  /** Returns the next sequence number: greater than all before, in the order of commits. */
  readonly next: () => number;
  /** Stores an event. */
  readonly announce: (type: CurationEventType, data: CurationEvent["data"]) => Promise<void>;
}

/** Runs transactions. */
export interface Ledger {
  /** Time by which claims and deadlines end, in milliseconds since the epoch. */
  readonly now: () => Promise<number>;
  /** Runs `work` in one transaction, like `Store.transaction`: it must await nothing but its own transaction. */
  run<R>(work: (unit: UnitOfWork) => Promise<R>): Promise<R>;
}

/** Counter that holds the newest sequence number. */
export const SEQUENCE = "sequence";

/**
 * Creates the ledger of a store. Where other processes write to the store as well, its clock gives the times, so that
 * claims and deadlines of all of them fit together. `told` is called with each event, in its transaction.
 */
export function createLedger(
  store: Store,
  clock: Clock,
  told: (
    tx: Transaction,
    type: CurationEventType,
    data: CurationEvent["data"],
  ) => Promise<void> = async () => undefined,
): Ledger {
  const timeOf = async (): Promise<number> =>
    store.revision === undefined ? await store.now() : clock.now();
  return Object.freeze({
    now: timeOf,
    run: async <R>(work: (unit: UnitOfWork) => Promise<R>): Promise<R> => {
      const now = await timeOf();
      return await store.transaction(async (tx) => {
        const counter = await tx.get(counters, SEQUENCE);
        const before = counter?.value.value ?? 0;
        let value = before;
        const next = (): number => ++value;
        const announce: UnitOfWork["announce"] = async (type, data) => {
          await tx.insert(curationEvents, { id: eventId(next()), type, createdAt: now, data });
          await told(tx, type, data);
        };
        const outcome = await work({ tx, now, next, announce });
        if (counter === undefined) await tx.insert(counters, { id: SEQUENCE, value });
        else if (value > before)
          await tx.replace(counters, { id: SEQUENCE, value }, counter.version);
        return outcome;
      });
    },
  });
}
