/**
 * Transactions as curation makes them: with the time, with numbers for what happens, with events that are stored along
 * and told after the commit.
 */

import type { Clock, Store, Transaction } from "@bourse/kernel";

import {
  type CurationEvent,
  type CurationEventType,
  curationEvents,
  eventId,
} from "../events/curation-event.ts";
import { counters } from "./counter-document.ts";

export interface UnitOfWork {
  readonly tx: Transaction;
  /** Milliseconds UTC; stands still for the whole unit. */
  readonly now: number;
  /** The next number: greater than all before, in the order of commits. */
  readonly next: () => number;
  readonly announce: (type: CurationEventType, data: CurationEvent["data"]) => Promise<void>;
}

export interface Ledger {
  /** As `Store.transaction`: `work` waits for nothing but the unit's own transaction. */
  run<R>(work: (unit: UnitOfWork) => Promise<R>): Promise<R>;
  /** Hears after every commit that stored an event. */
  onEvents(listener: () => void): void;
}

const COUNTER = "sequence";

export function createLedger(store: Store, clock: Clock): Ledger {
  const listeners: (() => void)[] = [];
  return Object.freeze({
    run: async <R>(work: (unit: UnitOfWork) => Promise<R>): Promise<R> => {
      let announced = false;
      const result = await store.transaction(async (tx) => {
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
