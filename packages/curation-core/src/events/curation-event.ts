/** What curators are told live, numbered so that a listener who was away reads on where it stopped. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

import type { DraftStatus } from "../drafts/draft-document.ts";

export const CURATION_EVENT_TYPES = [
  "draft.submitted",
  "draft.claimed",
  "draft.released",
  "draft.decided",
  "market.created",
] as const;

export type CurationEventType = (typeof CURATION_EVENT_TYPES)[number];

export interface CurationEvent {
  /** Grows with every event, with gaps: the `id` of Server-Sent Events. */
  readonly id: number;
  readonly type: CurationEventType;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly data: {
    readonly draft_id: string;
    readonly status: DraftStatus;
    readonly question_text: string | null;
    /** Who did it: the author of a submission, else the curator. */
    readonly actor_name: string;
    readonly market_id: string | null;
  };
}

/** Stored in the transaction that makes what it tells. */
export interface CurationEventDocument extends Entity {
  /** The number, padded so that ids sort like numbers. */
  readonly id: string;
  readonly type: CurationEventType;
  /** Milliseconds UTC. */
  readonly created_at: number;
  readonly data: CurationEvent["data"];
}

export const curationEvents: Collection<CurationEventDocument> =
  defineCollection<CurationEventDocument>()({ name: "curation_events" });

/** The id of the event with this number. */
export function eventId(sequence: number): string {
  return String(sequence).padStart(16, "0");
}

export interface CurationEvents {
  /** The number of the newest event, 0 before the first: a place from which to subscribe. */
  newest(): Promise<number>;
  /**
   * Events as they are committed, each once and in order, after the one numbered `after` (Last-Event-ID), or from now
   * on. Ends when `signal` aborts. What maintenance has forgotten is passed over: the newest 10,000 are kept.
   */
  subscribe(options?: {
    readonly after?: number | undefined;
    readonly signal?: AbortSignal | undefined;
  }): AsyncIterable<CurationEvent>;
}
