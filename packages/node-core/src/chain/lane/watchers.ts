/** Those who wait for a transaction to come somewhere, and those who hear of every move. */
import { keepAliveUntil, untilAborted } from "@bourse/kernel";

import type { JournalledTransaction } from "../port.ts";

type Reached = (transaction: JournalledTransaction) => boolean;

interface Waiter {
  readonly reached: Reached;
  readonly resolve: (transaction: JournalledTransaction) => void;
}

export class Watchers {
  readonly #read: (id: string) => Promise<JournalledTransaction | undefined>;
  readonly #onTrouble: (error: unknown) => void;
  readonly #waiters = new Map<string, Set<Waiter>>();
  readonly #listeners = new Set<(transaction: JournalledTransaction) => void>();

  constructor(
    read: (id: string) => Promise<JournalledTransaction | undefined>,
    onTrouble: (error: unknown) => void,
  ) {
    this.#read = read;
    this.#onTrouble = onTrouble;
  }

  listen(listener: (transaction: JournalledTransaction) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** After a move is durable. A listener that throws harms nobody else. */
  moved(transaction: JournalledTransaction): void {
    for (const listener of this.#listeners) {
      try {
        listener(transaction);
      } catch (error) {
        this.#onTrouble(error);
      }
    }
    for (const { reached, resolve } of this.#waiters.get(transaction.id) ?? []) {
      if (reached(transaction)) resolve(transaction);
    }
  }

  /** Resolves when the transaction is where `reached` says; rejects with the signal's reason, and at once. */
  async until(
    id: string,
    reached: Reached,
    signal: AbortSignal | undefined,
  ): Promise<JournalledTransaction> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<JournalledTransaction>();
    const waiter: Waiter = { reached, resolve };
    const waiters = this.#waiters.get(id) ?? new Set();
    this.#waiters.set(id, waiters.add(waiter));
    // Read after the waiter stands, so that no move falls between the two.
    this.#read(id).then((found) => {
      if (found !== undefined && reached(found)) resolve(found);
    }, reject);
    try {
      // The lane looks at the chain in the background.
      return await keepAliveUntil(untilAborted(promise, signal));
    } finally {
      waiters.delete(waiter);
      if (waiters.size === 0) this.#waiters.delete(id);
    }
  }
}
