/** Dead letters of an in-process bus: in memory, or in a store in which they outlive the process. */

import type { Clock } from "../clock.ts";
import { isBourseError } from "../errors.ts";
import { defineCollection } from "../store/define-collection.ts";
import type { Collection, Entity, Store } from "../store/port.ts";
import type { FaultReporter } from "./fault.ts";
import type { DeadLetter } from "./port.ts";

/** Number of dead letters that a queue keeps. */
const KEPT = 1000;

/** Dead letters of one queue. */
export interface DeadLetters {
  /** Keeps a letter, which has a sequence from now on, and deletes the oldest beyond the bound. */
  add(letter: Omit<DeadLetter, "sequence">): void;
  /** The newest `limit` letters up to a sequence, the oldest of them first. */
  newest(limit: number, until: number): Promise<readonly DeadLetter[]>;
  count(): Promise<number>;
  /** Deletes the letters of an id up to a sequence; tells whether there was one. */
  remove(id: string, until: number): Promise<boolean>;
  /** Resolves when every letter is where it is kept. */
  settled(): Promise<void>;
}

/** Letters that end with the process. */
export function createMemoryLetters(): DeadLetters {
  let letters: DeadLetter[] = [];
  let last = 0;
  return {
    add(letter) {
      last += 1;
      letters.push({ ...letter, sequence: last });
      if (letters.length > KEPT) letters.shift();
    },
    newest: async (limit, until) =>
      letters.filter(({ sequence }) => sequence <= until).slice(-limit),
    count: async () => letters.length,
    async remove(id, until) {
      const before = letters.length;
      letters = letters.filter((letter) => letter.id !== id || letter.sequence > until);
      return letters.length < before;
    },
    settled: async () => undefined,
  };
}

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

/** Letters of `queue` in a store, with those of other processes that use it. Errors of `add` go to `report`. */
export function createStoredLetters(
  store: DeadLetterStore,
  queue: string,
  clock: Pick<Clock, "now">,
  report: FaultReporter,
): DeadLetters {
  let adding: Promise<void> = Promise.resolve();
  let last = 0;

  const newest = async (limit: number, until: number): Promise<readonly DeadLetter[]> => {
    const { items } = await store.find(deadLetterCollection, {
      ...ofQueue(queue),
      range: { lte: until },
      order: "desc",
      limit,
    });
    return items.map(({ value }) => letterOf(value)).toReversed();
  };

  const keep = async ({ id: message, payload, ...rest }: Omit<DeadLetter, "sequence">) => {
    const [newestKept] = await newest(1, Number.MAX_SAFE_INTEGER);
    // Times, so that the sequence of a deleted letter is not used again after a restart, and never below a kept one.
    last = Math.max(last, newestKept?.sequence ?? 0, Math.floor(clock.now()) - 1);
    const document = { ...rest, queue, message, payload: JSON.stringify(payload) };
    for (;;) {
      last += 1;
      try {
        await store.insert(deadLetterCollection, {
          ...document,
          id: idOf(queue, last),
          sequence: last,
        });
        break;
      } catch (error) {
        // Another process, or a queue whose name begins alike, has had the same time.
        if (!isBourseError(error) || error.code !== "STORE_DUPLICATE") throw error;
      }
    }
    const surplus = (await store.count(deadLetterCollection, ofQueue(queue))) - KEPT;
    if (surplus <= 0) return;
    const { items } = await store.find(deadLetterCollection, {
      ...ofQueue(queue),
      limit: Math.min(surplus, 1000),
    });
    for (const { value, version } of items) await drop(value.id, version);
  };

  /** Somebody else may have deleted it meanwhile. */
  const drop = async (id: string, version: number): Promise<void> => {
    try {
      await store.delete(deadLetterCollection, id, version);
    } catch (error) {
      if (!isBourseError(error) || error.code !== "STORE_CONFLICT") throw error;
    }
  };

  return {
    add(letter) {
      adding = adding
        .then(() => keep(letter))
        .catch((error: unknown) => report({ where: "consumer", name: queue, error }));
    },
    async newest(limit, until) {
      await adding;
      return newest(limit, until);
    },
    async count() {
      await adding;
      return store.count(deadLetterCollection, ofQueue(queue));
    },
    async remove(message, until) {
      await adding;
      let hasRemoved = false;
      for (;;) {
        const { items } = await store.find(deadLetterCollection, {
          index: "by_message",
          equals: [queue, message],
          range: { lte: until },
          limit: 100,
        });
        if (items.length === 0) return hasRemoved;
        for (const { value, version } of items) await drop(value.id, version);
        hasRemoved = true;
      }
    },
    settled: () => adding,
  };
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
