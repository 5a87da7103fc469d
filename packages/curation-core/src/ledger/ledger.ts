/**
 * Transactions of curation: each has one time, sequence numbers for its changes, and events that are stored with it and
 * delivered after the commit.
 */

import type { Clock, Store, Transaction } from "@bourse/kernel";

import {
  type CurationEvent,
  type CurationEventType,
  curationEvents,
  eventId,
} from "../events/curation-event.ts";
import { counters } from "./counter-document.ts";

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

/** Runs transactions and reports their events. */
export interface Ledger {
  /** Runs `work` in one transaction, like `Store.transaction`: it must await nothing but its own transaction. */
  run<R>(work: (unit: UnitOfWork) => Promise<R>): Promise<R>;
  /** Calls `listener` after every commit that stored an event. */
  onEvents(listener: () => void): void;
}

const COUNTER = "sequence";

/** Creates the ledger of a store. */
export function createLedger(store: Store, clock: Clock): Ledger {
  const listeners: (() => void)[] = [];
  return Object.freeze({
    run: async <R>(work: (unit: UnitOfWork) => Promise<R>): Promise<R> => {
      let announced = false;
      const result = await store.transaction(async (tx) => {
        // The store may run this more than once.
        announced = false;
        const counter = await tx.get(counters, COUNTER);
        const before = counter?.value.value ?? 0;
        let value = before;
        const now = clock.now();
        const next = (): number => ++value;
        const announce: UnitOfWork["announce"] = async (type, data) => {
          announced = true;
          await tx.insert(curationEvents, { id: eventId(next()), type, createdAt: now, data });
        };
        const outcome = await work({ tx, now, next, announce });
        if (counter === undefined) await tx.insert(counters, { id: COUNTER, value });
        else if (value > before)
          await tx.replace(counters, { id: COUNTER, value }, counter.version);
        return outcome;
      });
      if (announced) for (const listener of listeners) listener();
      return result;
    },
    onEvents: (listener: () => void): void => void listeners.push(listener),
  });
}
