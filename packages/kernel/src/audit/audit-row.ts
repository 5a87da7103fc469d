/** Rows of the audit trail and where they are stored. */

import { defineCollection } from "../store/define-collection.ts";
import type { Collection, Entity } from "../store/port.ts";

/** Verdict on an act: done, refused for a reason that its caller can read, or failed by a fault of the service. */
export type AuditOutcome = "ok" | "refused" | "failed";

/** Facts about an act beside its main fields; never a secret, a password, a token or a key. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null>>;

/** An act to record. Texts are cut to 200 characters, those among the details to 500. */
export interface AuditFacts {
  /** Name of the act, such as `api_key.created`. */
  readonly action: string;
  /**
   * Caller: `user:<id>`, `key:<id>`, `local` (a program on the machine), `operator` (a command), `system` or
   * `anonymous`.
   */
  readonly actor: string;
  /** Verdict. Default `ok`. */
  readonly outcome?: AuditOutcome;
  /** Error code of a refusal or fault. Default null. */
  readonly code?: string | null;
  /** Id of the account that the act concerns. Default null. */
  readonly account?: string | null;
  /** IP address that the act came from. Default null. */
  readonly address?: string | null;
  /** Id or name of the thing that the act changed. Default null. */
  readonly subject?: string | null;
  /** Further facts, at most 60. Default none. */
  readonly details?: AuditDetails;
}

/** A row of the audit trail. */
export interface AuditRow extends Required<AuditFacts> {
  /** Position in the trail: 1 for the first row, then without gaps. */
  readonly sequence: number;
  /** Time of the act in milliseconds since the Unix epoch (UTC). */
  readonly at: number;
  /** Hash of the row before, 64 hex digits; 64 zeros before the first row. */
  readonly previous: string;
  /** Hash of this row, 64 hex digits. */
  readonly hash: string;
}

/** A row as it is stored; the id is its position with leading zeros, so that ids are in order. */
export interface AuditDocument extends Entity, AuditRow {}

/** Position and hash of a row. */
export interface AuditMark {
  /** Position of the row. */
  readonly sequence: number;
  /** Hash of the row. */
  readonly hash: string;
}

/** Both ends of the trail. */
export interface AuditEndsDocument extends Entity {
  /** The newest row. */
  readonly head: AuditMark;
  /** The last row that retention removed; position 0 when none was. */
  readonly anchor: AuditMark;
}

/** Collection of the rows. */
export const auditRows: Collection<
  AuditDocument,
  "by_time" | "by_action" | "by_actor" | "by_account" | "by_outcome"
> = defineCollection<AuditDocument>()({
  name: "audit_rows",
  indexes: {
    by_time: { fields: ["at"] },
    by_action: { fields: ["action", "at"] },
    by_actor: { fields: ["actor", "at"] },
    by_account: { fields: ["account", "at"] },
    by_outcome: { fields: ["outcome", "at"] },
  },
});

/** Collection of the one document that holds both ends. */
export const auditEnds: Collection<AuditEndsDocument> = defineCollection<AuditEndsDocument>()({
  name: "audit_ends",
});

/** Id of the document in {@link auditEnds}. */
export const ENDS_ID = "ends";

/** Memory that a store has of its trail, apart from the trail: that there is one, and whether it began anew. */
export interface TrailMemoryDocument extends Entity {
  /** Time at which the store got its first row, or a row for the first time since it keeps this memory. */
  readonly since: number;
  /** Time of a row that was written although all earlier ones and the head were gone; null if that never happened. */
  readonly begunAnew: number | null;
}

/** Collection of the one document that remembers the trail. */
export const trailMemory: Collection<TrailMemoryDocument> = defineCollection<TrailMemoryDocument>()(
  { name: "trails" },
);

/** Id of the document in {@link trailMemory}. */
export const MEMORY_ID = "audit";

/** Collections of the audit trail, for the `collections` option of a store. */
export const auditCollections: readonly Collection<Entity>[] = [auditRows, auditEnds, trailMemory];

/** Id of the row at a position. */
export function rowId(sequence: number): string {
  return String(sequence).padStart(12, "0");
}
