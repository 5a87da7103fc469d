/** The log of events in the store: numbered in the transactions that they tell of, so every process has the same. */

import {
  defineCollection,
  systemIds,
  type Collection,
  type Entity,
  type Json,
  type Store,
  type StoreReader,
  type Transaction,
  type Versioned,
} from "@bourse/kernel";
import { sha256 } from "@bourse/kernel/platform";

/** Number of newest events that the store keeps. */
export const KEPT_EVENTS = 10_000;

/** One recorded event; the id is its sequence number. */
interface StoredEvent {
  readonly id: string;
  readonly sequence: number;
  /** Uuid of the job that the event is about; null for any other event. */
  readonly jobUuid: string | null;
  readonly event: Readonly<Record<string, Json>>;
}

/** The only document of its collection. */
interface EventCounter {
  readonly id: "events";
  /** Identifier of this log; sequence numbers are comparable within one log only. */
  readonly epoch: string;
  /** Sequence number of the newest event; 0 before the first. */
  readonly last: number;
}

const serviceEvents: Collection<StoredEvent, "by_sequence" | "by_job"> =
  defineCollection<StoredEvent>()({
    name: "service_events",
    indexes: {
      by_sequence: { fields: ["sequence"], unique: true },
      by_job: { fields: ["jobUuid", "sequence"] },
    },
  });

const eventCounters: Collection<EventCounter> = defineCollection<EventCounter>()({
  name: "service_event_counter",
});

/** The collections of the log; a store for jobs or paper orders must be opened with them. */
export const eventCollections: readonly Collection<Entity>[] = [serviceEvents, eventCounters];

/** An event with its place in the log. */
export type Recorded<Event> = Event & {
  /** Sequence number: 1 for the first event of the log, then one more for each. */
  readonly sequence: number;
};

/**
 * Appends an event in the caller's transaction and deletes the oldest one beyond {@link KEPT_EVENTS}. Events get their
 * numbers in the order of their commits: whoever sees one, sees all before it.
 */
export async function recordEvent<Event extends { readonly type: string }>(
  tx: Transaction,
  event: Event,
): Promise<Recorded<Event>> {
  const found = await tx.get(eventCounters, "events");
  const sequence = (found?.value.last ?? 0) + 1;
  if (found === undefined) await tx.insert(eventCounters, { ...freshCounter(), last: sequence });
  else await tx.replace(eventCounters, { ...found.value, last: sequence }, found.version);
  // Events are plain JSON: they go over the bus as well.
  const stored = event as unknown as StoredEvent["event"];
  const { uuid } = (stored["job"] ?? {}) as { readonly uuid?: string };
  const jobUuid = uuid ?? null;
  await tx.insert(serviceEvents, { id: idOf(sequence), sequence, jobUuid, event: stored });
  if (sequence > KEPT_EVENTS) await tx.delete(serviceEvents, idOf(sequence - KEPT_EVENTS));
  return { ...event, sequence };
}

/** Deletes the events of a job that is deleted; their numbers are not given out again. */
export async function forgetEvents(tx: Transaction, jobUuid: string): Promise<void> {
  const { items } = await tx.find(serviceEvents, { index: "by_job", equals: [jobUuid] });
  for (const { value } of items) await tx.delete(serviceEvents, value.id);
}

/**
 * Reads the identity of the log and the number of its newest event. A new log is begun. A store that goes on from a
 * backup gives numbers out again, so its log has another identity.
 */
export async function openEventLog(store: Store): Promise<Pick<EventCounter, "epoch" | "last">> {
  const found = (await store.get(eventCounters, "events")) ?? (await beginLog(store));
  const { epoch, last } = found.value;
  const history = await store.history();
  if (history === "") return { epoch, last };
  return { epoch: `${epoch}-${sha256(history, "hex").slice(0, 12)}`, last };
}

function beginLog(store: Store): Promise<Versioned<EventCounter>> {
  return store.transaction(async (tx) => {
    const meanwhile = await tx.get(eventCounters, "events");
    return meanwhile ?? (await tx.insert(eventCounters, freshCounter()));
  });
}

/** Reads the number of the newest event; 0 before the first. */
export async function newestSequence(reader: StoreReader): Promise<number> {
  return (await reader.get(eventCounters, "events"))?.value.last ?? 0;
}

/** Reads at most 500 events after a sequence number, oldest first. */
export async function readEvents<Event>(
  reader: StoreReader,
  after: number,
): Promise<readonly Recorded<Event>[]> {
  const page = await reader.find(serviceEvents, {
    index: "by_sequence",
    range: { gt: after },
    limit: 500,
  });
  return page.items.map(
    ({ value: { event, sequence } }) => ({ ...event, sequence }) as unknown as Recorded<Event>,
  );
}

function freshCounter(): EventCounter {
  return { id: "events", epoch: systemIds.uuid(), last: 0 };
}

function idOf(sequence: number): string {
  return String(sequence);
}
