/** Live events for curators, numbered so that a reconnecting listener resumes where it stopped. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

import type { DraftStatus } from "../drafts/draft.ts";

/** The kinds of events. */
export const CURATION_EVENT_TYPES = [
  "draft.submitted",
  "draft.claimed",
  "draft.released",
  "draft.decided",
  "market.created",
] as const;

/** The kind of an event: one of {@link CURATION_EVENT_TYPES}. */
export type CurationEventType = (typeof CURATION_EVENT_TYPES)[number];

/** One event about a draft. */
export interface CurationEvent {
  /** Number of the event; numbers rise with every event and may have gaps. Server-Sent Events use it as their `id`. */
  readonly id: number;
  /** Kind of the event. */
  readonly type: CurationEventType;
  /** Time of the event in milliseconds since the epoch. */
  readonly createdAt: number;
  /** The draft as of the event. */
  readonly data: {
    /** Id of the draft. */
    readonly draftId: string;
    /** State of the draft after the event. */
    readonly status: DraftStatus;
    /** Question of the draft; null while it has none. */
    readonly questionText: string | null;
    /** Username of the account that caused the event: the author of a submission, else the curator. */
    readonly actorName: string;
    /** Id of the market; null until the draft is approved. */
    readonly marketId: string | null;
  };
}

/** A stored event, written in the transaction of the change that it reports. */
export interface CurationEventDocument extends Entity, Omit<CurationEvent, "id"> {
  /** Number of the event, padded so that ids sort like numbers. */
  readonly id: string;
}

/** The collection of events. */
export const curationEvents: Collection<CurationEventDocument> =
  defineCollection<CurationEventDocument>()({ name: "curation_events" });

/** Document id of the event with this number. */
export function eventId(sequence: number): string {
  return String(sequence).padStart(16, "0");
}

/** The feed of events for curators. */
export interface CurationEvents {
  /** Number of the newest event, 0 before the first: a position from which to subscribe. */
  newest(): Promise<number>;
  /**
   * Events as they are committed, each once and in order, after event number `after` (Last-Event-ID) or from now on.
   * Ends when `signal` aborts. Events that maintenance has deleted are skipped: it keeps the newest 10,000 by default.
   */
  subscribe(options?: {
    readonly after?: number | undefined;
    readonly signal?: AbortSignal | undefined;
  }): AsyncIterable<CurationEvent>;
}
