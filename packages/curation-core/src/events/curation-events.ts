/**
 * The feed of events: read from the store in order, once for all listeners; each listener has its own position. A
 * listener that is behind the cached events reads the store itself, so a slow or absent listener loses none.
 */

import type { Store, StoreNews, Subscription } from "@bourse/kernel";

import { counters } from "../ledger/counter-document.ts";
import {
  type CurationEvent,
  type CurationEventDocument,
  curationEvents,
  eventId,
} from "../ledger/curation-event.ts";

/** The feed of events for curators. */
export interface CurationEvents {
  /** Number of the newest event, 0 before the first: a position from which to subscribe. */
  newest(): Promise<number>;
  /**
   * Position from which a listener that saw event number `after` goes on. `gap` is true when events are missing between
   * the two: they were deleted, and the oldest kept one follows; or this feed has no event `after`, and new ones
   * follow.
   */
  resume(after: number): Promise<{ readonly after: number; readonly gap: boolean }>;
  /**
   * Events as they are committed, each once and in order, after event number `after` (Last-Event-ID) or from now on.
   * Ends when `signal` aborts. Events that maintenance has deleted are skipped: it keeps the newest 10,000 by default.
   */
  subscribe(options?: {
    readonly after?: number | undefined;
    readonly signal?: AbortSignal | undefined;
  }): AsyncIterable<CurationEvent>;
}

/** Number of events that stay cached. */
const CACHED = 1000;
const FIRST = eventId(0);
/** Counter that holds the number of the newest event that was deleted. */
const SWEPT = "events_swept";

/** The feed with the calls that only the core makes. */
export interface EventFeed extends CurationEvents {
  /** Deletes the oldest events, so that `kept` remain; at most 1000 a call. */
  sweep(kept: number): Promise<void>;
  /** Ends all subscriptions. */
  close(): void;
}

/** Creates the feed of a store. */
export function createCurationEvents(store: Store): EventFeed {
  /** The newest events, oldest first, without a gap. */
  let cached: CurationEvent[] = [];
  /** The id after which `cached` has every event; null until the first subscription. */
  let from: string | null = null;
  let reading: Promise<void> | undefined;
  let again = false;
  let closed = false;
  const waiting = new Set<() => void>();

  const readOn = async (): Promise<void> => {
    do {
      again = false;
      const last = cached.at(-1);
      const after: string = last === undefined ? (from ?? FIRST) : eventId(last.id);
      const page = await store.find(curationEvents, { range: { gt: after }, limit: 1000 });
      cached.push(...page.items.map(({ value }) => eventOf(value)));
      again ||= page.next !== null;
      if (cached.length > 2 * CACHED) {
        from = eventId(cached.at(-CACHED - 1)?.id ?? 0);
        cached = cached.slice(-CACHED);
      }
    } while (again);
    wake();
  };

  const wake = (): void => {
    const woken = [...waiting];
    waiting.clear();
    for (const go of woken) go();
  };

  const readNew = (): void => {
    if (from === null) return;
    again = true;
    // A failing store fails its readers too; the next commit retries.
    reading ??= readOn()
      .catch(() => undefined)
      .finally(() => (reading = undefined));
  };

  let watching: Promise<Subscription> | undefined;
  /** Hears of the events of every process that writes to the store. */
  const watch = async (): Promise<void> => {
    watching ??= store.watch((news) => {
      if (mayHaveEvents(news)) readNew();
    });
    try {
      await watching;
    } catch (error) {
      watching = undefined;
      throw error;
    }
  };

  const newestId = async (): Promise<string> => {
    const { items } = await store.find(curationEvents, { order: "desc", limit: 1 });
    return items[0]?.value.id ?? FIRST;
  };

  const pageAfter = async (after: string): Promise<readonly CurationEvent[]> => {
    if (from !== null && after >= from) {
      const at = cached.findIndex(({ id }) => eventId(id) > after);
      return at < 0 ? [] : cached.slice(at);
    }
    const { items } = await store.find(curationEvents, { range: { gt: after }, limit: 1000 });
    return items.map(({ value }) => eventOf(value));
  };

  const nextCommit = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        waiting.delete(go);
        signal?.removeEventListener("abort", go);
        resolve();
      };
      waiting.add(go);
      signal?.addEventListener("abort", go);
    });

  const isOver = (signal: AbortSignal | undefined): boolean => closed || signal?.aborted === true;

  async function* follow(
    start: Promise<string>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<CurationEvent, void> {
    let place = await start;
    if (from === null) {
      await watch();
      from ??= place;
      // Reads what was committed since the position was determined.
      readNew();
    }
    while (!isOver(signal)) {
      // Registered before the read, so that a commit in between is not missed.
      const commit = nextCommit(signal);
      const events = await pageAfter(place);
      for (const event of events) {
        if (isOver(signal)) return;
        place = eventId(event.id);
        yield event;
      }
      if (events.length === 0) await commit;
    }
  }

  return Object.freeze({
    newest: async () => Number(await newestId()),
    resume: async (after: number): Promise<{ readonly after: number; readonly gap: boolean }> => {
      const swept = (await store.get(counters, SWEPT))?.value.value ?? 0;
      if (after < swept) return { after: swept, gap: true };
      const isKnown =
        after === swept || (await store.get(curationEvents, eventId(after))) !== undefined;
      return isKnown ? { after, gap: false } : { after: Number(await newestId()), gap: true };
    },
    subscribe: ({ after, signal }: Parameters<CurationEvents["subscribe"]>[0] = {}) =>
      follow(after === undefined ? newestId() : Promise.resolve(eventId(after)), signal),
    sweep: async (kept: number): Promise<void> => {
      const surplus = (await store.count(curationEvents)) - kept;
      if (surplus <= 0) return;
      const { items } = await store.find(curationEvents, { limit: Math.min(surplus, 1000) });
      const newest = items.at(-1);
      if (newest === undefined) return;
      await store.transaction(async (tx) => {
        for (const { value } of items) await tx.delete(curationEvents, value.id);
        const swept = { id: SWEPT, value: Number(newest.value.id) };
        const before = await tx.get(counters, SWEPT);
        if (before === undefined) await tx.insert(counters, swept);
        else await tx.replace(counters, swept, before.version);
      });
    },
    close: (): void => {
      closed = true;
      wake();
      void watching?.then(
        (subscription) => subscription.stop(),
        () => undefined,
      );
    },
  });
}

function mayHaveEvents(news: StoreNews): boolean {
  return (
    news.kind === "reset" ||
    news.changes.some(({ collection }) => collection === curationEvents.name)
  );
}

function eventOf(document: CurationEventDocument): CurationEvent {
  return { ...document, id: Number(document.id) };
}
