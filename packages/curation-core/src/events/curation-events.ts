/**
 * The feed of events: read from the store in order, once for all listeners; each listener has its own position. A
 * listener that is behind the cached events reads the store itself, so a slow or absent listener loses none.
 */

import type { Store } from "@bourse/kernel";

import { type CurationEvent, eventId } from "../ledger/curation-event.ts";
import { newestEventId, resumeAfter, sweepEvents } from "./event-positions.ts";
import { LiveEvents } from "./live-events.ts";

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

/** The feed with the calls that only the core makes. */
export interface EventFeed extends CurationEvents {
  /** Deletes the oldest events, so that `kept` remain; at most 1000 a call. */
  sweep(kept: number): Promise<void>;
  /** Ends all subscriptions. */
  close(): void;
}

/** Creates the feed of a store. */
export function createCurationEvents(store: Store): EventFeed {
  const live = new LiveEvents(store);
  return Object.freeze<EventFeed>({
    newest: async () => Number(await newestEventId(store)),
    resume: (after) => resumeAfter(store, after),
    subscribe: ({ after, signal } = {}) => {
      const start = after === undefined ? newestEventId(store) : Promise.resolve(eventId(after));
      return live.follow(start, signal);
    },
    sweep: (kept) => sweepEvents(store, kept),
    close: () => live.close(),
  });
}
