/** Live events for curators, numbered so that a reconnecting listener resumes where it stopped. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

import type { DraftStatus } from "../lifecycle/draft-statuses.ts";
import type { MarketState } from "../lifecycle/market-states.ts";

/** The kinds of events. */
export const CURATION_EVENT_TYPES = [
  "draft.submitted",
  "draft.claimed",
  "draft.released",
  "draft.decided",
  "comment.hidden",
  "comment.shown",
  "market.created",
  "market.resolved",
  "market.disputed",
  "market.amended",
  "market.cancelled",
] as const;

/** The kind of an event: one of {@link CURATION_EVENT_TYPES}. */
export type CurationEventType = (typeof CURATION_EVENT_TYPES)[number];

/** One event about a draft, or about the market that it became. */
export interface CurationEvent {
  /** Number of the event; numbers rise with every event and may have gaps. Server-Sent Events use it as their `id`. */
  readonly id: number;
  /** Kind of the event. */
  readonly type: CurationEventType;
  /** Time of the event in milliseconds since the epoch. */
  readonly createdAt: number;
  /** The draft or the market as of the event, and the cause. */
  readonly data: {
    /** Id of the draft. */
    readonly draftId: string;
    /** State of the draft after the event. */
    readonly status: DraftStatus;
    /** Question of the draft; null while it has none. */
    readonly questionText: string | null;
    /** Username of the account that caused the event. */
    readonly actorName: string;
    /** Id of the market; null until the draft is approved. */
    readonly marketId: string | null;
    /** State of the market after the event; null in events about drafts. */
    readonly marketState: MarketState | null;
    /** Reason of a dispute or a cancellation; null in all other events. */
    readonly reason: string | null;
    /** Id of the outcome that was declared; null in events that declare none. */
    readonly outcomeId: string | null;
    /** Address of the evidence; null in events that declare no outcome. */
    readonly evidenceUrl: string | null;
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
