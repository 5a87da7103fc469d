/** Events of the node in its store, with the ids under which listeners resume. */

import {
  defineCollection,
  everyDocument,
  hasCode,
  type Clock,
  type Collection,
  type Entity,
  type Store,
  type Transaction,
} from "@bourse/kernel";

import type { NodeEvent, NodeEventType } from "./node-event.ts";

/** Event before it has its place. */
export type EmittedEvent = NodeEvent extends infer Event
  ? Event extends NodeEvent
    ? Omit<Event, "epoch" | "sequence">
    : never
  : never;

interface EventDocument extends Entity {
  readonly sequence: number;
  readonly type: NodeEventType;
  readonly data: object;
  readonly timestamp: number;
}

interface EventLogDocument extends Entity {
  readonly epoch: string;
  /** Sequence of the newest event. */
  readonly last: number;
  readonly place: string;
}

const events: Collection<EventDocument> = defineCollection<EventDocument>()({ name: "events" });

const logs: Collection<EventLogDocument> = defineCollection<EventLogDocument>()({
  name: "event_logs",
});

/** Store collections of the events. */
export const eventCollections: readonly Collection<Entity>[] = [events, logs];

const LOG = "events";
/** Number of events that are kept. */
const KEPT = 1000;
const BATCH = 100;
/** Events that wait while the store cannot be written; more are lost. */
const MOST_WAITING = 10_000;
const RETRY_MILLISECONDS = 500;

/** Ids sort as their sequences do. */
function idOf(sequence: number): string {
  return String(sequence).padStart(16, "0");
}

/** The log of the store and its kept events; a new and empty one, of `newEpoch`, where the store has another place. */
export async function readEventLog(
  store: Store,
  place: string,
  newEpoch: string,
): Promise<{
  readonly epoch: string;
  readonly last: number;
  readonly events: readonly NodeEvent[];
}> {
  const { epoch, last } = await store.transaction(async (tx) => {
    const known = await tx.get(logs, LOG);
    if (known?.value.place === place) return known.value;
    const log = { id: LOG, epoch: newEpoch, last: 0, place };
    if (known === undefined) return (await tx.insert(logs, log)).value;
    const { last: newest } = known.value;
    for (let sequence = Math.max(1, newest - KEPT); sequence <= newest; sequence++) {
      await tx.delete(events, idOf(sequence));
    }
    return (await tx.replace(logs, log, known.version)).value;
  });
  const found: NodeEvent[] = [];
  for await (const { value } of everyDocument(store, events)) {
    const { id: _, ...event } = value;
    // The compiler does not see that type and data belong together; they were stored together.
    found.push({ ...event, epoch } as NodeEvent);
  }
  return { epoch, last, events: found };
}

interface EventLogParts {
  readonly store: Store;
  readonly clock: Pick<Clock, "sleep">;
  readonly epoch: string;
  readonly last: number;
  /** Hears of each event in its order, once it is stored. */
  readonly onStored: (event: EmittedEvent) => void;
  /** Hears of each event that will not be stored. */
  readonly onLost: (error: unknown, event: EmittedEvent) => void;
}

/** Appends events in their order, those of one turn in one transaction. */
export class EventLogWriter {
  readonly #parts: EventLogParts;
  readonly #waiting: EmittedEvent[] = [];
  #last: number;
  #writing: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor(parts: EventLogParts) {
    this.#parts = parts;
    this.#last = parts.last;
  }

  append(event: EmittedEvent): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.#parts.onLost(new Error(`${MOST_WAITING} events wait for the store already`), event);
      return;
    }
    this.#waiting.push(event);
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
  }

  async settled(): Promise<void> {
    await this.#writing;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#writing;
  }

  /** Never rejects. */
  async #write(): Promise<void> {
    await Promise.resolve();
    const { store, clock, onStored, onLost } = this.#parts;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH);
      for (;;) {
        try {
          await store.transaction((tx) => this.#store(tx, batch));
          break;
        } catch (error) {
          const { signal } = this.#closing;
          if (!signal.aborted && hasCode(error, "STORE_IO", "STORE_FULL")) {
            // The same batch again: it may have been stored, which the log tells.
            await clock.sleep(RETRY_MILLISECONDS, signal).catch(() => undefined);
            continue;
          }
          // Another process is the writer, or the store was closed.
          for (const event of this.#waiting.splice(0)) onLost(error, event);
          return;
        }
      }
      this.#waiting.splice(0, batch.length);
      this.#last += batch.length;
      for (const event of batch) onStored(event);
    }
  }

  async #store(tx: Transaction, batch: readonly EmittedEvent[]): Promise<void> {
    const { epoch } = this.#parts;
    const log = await tx.get(logs, LOG);
    const last = this.#last + batch.length;
    // The answer to an earlier attempt was lost, and the attempt was not.
    if (log?.value.epoch === epoch && log.value.last === last) return;
    if (log?.value.epoch !== epoch || log.value.last !== this.#last) {
      throw new Error("The log of events was changed by somebody else.");
    }
    let sequence = this.#last;
    for (const { type, data, timestamp } of batch) {
      sequence += 1;
      await tx.insert(events, { id: idOf(sequence), sequence, type, data, timestamp });
      await tx.delete(events, idOf(sequence - KEPT));
    }
    await tx.replace(logs, { ...log.value, last }, log.version);
  }
}
