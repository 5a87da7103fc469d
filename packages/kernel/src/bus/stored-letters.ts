/** Dead letters of an in-process bus in a store, in which they outlive the process. */

import type { Clock } from "../clock.ts";
import { hasCode } from "../errors.ts";
import { defineCollection } from "../store/define-collection.ts";
import type { Collection, Entity, Store } from "../store/port.ts";
import { KEPT_LETTERS, type DeadLetters } from "./dead-letters.ts";
import type { FaultReporter } from "./fault.ts";
import type { DeadLetter } from "./port.ts";

/** A dead letter as it is stored. */
export interface DeadLetterDocument extends Entity {
  /** Name of the queue that gave the message up. */
  readonly queue: string;
  /** The letter's {@link DeadLetter.sequence}. */
  readonly sequence: number;
  /** The letter's {@link DeadLetter.id}. */
  readonly message: string;
  /** The letter's {@link DeadLetter.payload}, as JSON. */
  readonly payload: string;
  /** The letter's {@link DeadLetter.attempts}. */
  readonly attempts: number;
  /** The letter's {@link DeadLetter.error}. */
  readonly error: string;
  /** The letter's {@link DeadLetter.time}. */
  readonly time: number;
}

/** Collection of the dead letters of an in-process bus, for the `collections` option of the store that it is given. */
export const deadLetterCollection: Collection<DeadLetterDocument, "by_queue" | "by_message"> =
  defineCollection<DeadLetterDocument>()({
    name: "dead_letters",
    indexes: {
      by_queue: { fields: ["queue", "sequence"] },
      by_message: { fields: ["queue", "message", "sequence"] },
    },
  });

/** The part of a store that keeps dead letters. */
export type DeadLetterStore = Pick<Store, "find" | "count" | "insert" | "delete">;

/** Parts of the letters in a store. */
interface StoredLettersParts {
  readonly store: DeadLetterStore;
  readonly queue: string;
  readonly clock: Pick<Clock, "now">;
  /** Hears of letters that could not be kept. */
  readonly report: FaultReporter;
}

/** Letters of a queue in a store, with those of other processes that use it. */
export class StoredLetters implements DeadLetters {
  readonly #parts: StoredLettersParts;
  #adding: Promise<void> = Promise.resolve();
  #last = 0;

  constructor(parts: StoredLettersParts) {
    this.#parts = parts;
  }

  add(letter: Omit<DeadLetter, "sequence">): void {
    const { queue, report } = this.#parts;
    this.#adding = this.#adding
      .then(() => this.#keep(letter))
      .catch((error: unknown) => report({ where: "consumer", name: queue, error }));
  }

  async newest(limit: number, until: number): Promise<readonly DeadLetter[]> {
    await this.#adding;
    return await this.#newest(limit, until);
  }

  async count(): Promise<number> {
    await this.#adding;
    return await this.#count();
  }

  async remove(message: string, until: number): Promise<boolean> {
    await this.#adding;
    const { store, queue } = this.#parts;
    let hasRemoved = false;
    for (;;) {
      const { items } = await store.find(deadLetterCollection, {
        index: "by_message",
        equals: [queue, message],
        range: { lte: until },
        limit: 100,
      });
      if (items.length === 0) return hasRemoved;
      for (const { value, version } of items) await this.#drop(value.id, version);
      hasRemoved = true;
    }
  }

  settled(): Promise<void> {
    return this.#adding;
  }

  async #newest(limit: number, until: number): Promise<readonly DeadLetter[]> {
    const { store, queue } = this.#parts;
    const { items } = await store.find(deadLetterCollection, {
      ...ofQueue(queue),
      range: { lte: until },
      order: "desc",
      limit,
    });
    return items.map(({ value }) => letterOf(value)).toReversed();
  }

  async #count(): Promise<number> {
    const { store, queue } = this.#parts;
    return await store.count(deadLetterCollection, ofQueue(queue));
  }

  async #keep(letter: Omit<DeadLetter, "sequence">): Promise<void> {
    const [newestKept] = await this.#newest(1, Number.MAX_SAFE_INTEGER);
    // Times, so that the sequence of a deleted letter is not used again after a restart, and never below a kept one.
    const now = Math.floor(this.#parts.clock.now());
    this.#last = Math.max(this.#last, newestKept?.sequence ?? 0, now - 1);
    await this.#insert(letter);
    await this.#dropSurplus();
  }

  /** Stores a letter under the next sequence that is free. */
  async #insert({ id: message, payload, ...rest }: Omit<DeadLetter, "sequence">): Promise<void> {
    const { store, queue } = this.#parts;
    const document = { ...rest, queue, message, payload: JSON.stringify(payload) };
    for (;;) {
      this.#last += 1;
      const sequence = this.#last;
      try {
        await store.insert(deadLetterCollection, {
          ...document,
          id: idOf(queue, sequence),
          sequence,
        });
        return;
      } catch (error) {
        // Another process, or a queue whose name begins alike, has had the same time.
        if (!hasCode(error, "STORE_DUPLICATE")) throw error;
      }
    }
  }

  async #dropSurplus(): Promise<void> {
    const { store, queue } = this.#parts;
    const surplus = (await this.#count()) - KEPT_LETTERS;
    if (surplus <= 0) return;
    const { items } = await store.find(deadLetterCollection, {
      ...ofQueue(queue),
      limit: Math.min(surplus, 1000),
    });
    for (const { value, version } of items) await this.#drop(value.id, version);
  }

  /** Deletes a letter, unless somebody else has deleted it meanwhile. */
  async #drop(id: string, version: number): Promise<void> {
    try {
      await this.#parts.store.delete(deadLetterCollection, id, version);
    } catch (error) {
      if (!hasCode(error, "STORE_CONFLICT")) throw error;
    }
  }
}

/** Id of a document, which may be as long as the name of a queue alone. */
function idOf(queue: string, sequence: number): string {
  return `${queue.slice(0, 180).toWellFormed()} ${String(sequence).padStart(16, "0")}`;
}

function ofQueue(queue: string): {
  readonly index: "by_queue";
  readonly equals: readonly string[];
} {
  return { index: "by_queue", equals: [queue] };
}

function letterOf(document: DeadLetterDocument): DeadLetter {
  const { message: id, sequence, payload, attempts, error, time } = document;
  return { id, sequence, payload: JSON.parse(payload), attempts, error, time };
}
