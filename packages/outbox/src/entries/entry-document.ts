/** An entry of an outbox as it is stored. */

import { type Collection, type Entity, type Json, defineCollection } from "@bourse/kernel";

import { outboxMarks } from "./mark-document.ts";

/** A stored entry. All times in milliseconds since the Unix epoch (UTC). */
export interface OutboxEntryDocument extends Entity {
  /** UUID of the entry. */
  readonly id: string;
  /** Name of the outbox. */
  readonly box: string;
  /**
   * State of the entry: not delivered yet, held because the store was set back, given up, or delivered and kept for a
   * while.
   */
  readonly status: "waiting" | "held" | "dead" | "delivered";
  /** Payload, encrypted; empty once it is delivered, and where `content` holds it. */
  readonly sealed: string;
  /** Payload of an entry that holds no secret, not encrypted. */
  readonly content?: Json;
  /** Receiver of the entry, where an outbox serves several; none waits for another. */
  readonly group?: string;
  /** Time at which the entry was added. */
  readonly createdAt: number;
  /**
   * Time of the next step: of the next delivery, of the end of the lease while one is under way, or of the deletion of
   * an entry that has ended.
   */
  readonly dueAt: number;
  /** Number of deliveries that were begun. */
  readonly attempts: number;
  /** Message of the last failure; null before the first. */
  readonly error: string | null;
}

/** Collection of the entries of all outboxes of a store. */
export const outboxEntries: Collection<
  OutboxEntryDocument,
  "by_due" | "by_created" | "by_group" | "by_receiver"
> = defineCollection<OutboxEntryDocument>()({
  name: "outbox_entries",
  indexes: {
    by_due: { fields: ["box", "status", "dueAt"] },
    by_created: { fields: ["box", "status", "createdAt"] },
    by_group: { fields: ["box", "status", "group", "dueAt"] },
    by_receiver: { fields: ["group", "createdAt"] },
  },
});

/** Collections of the store of an outbox: the `collections` option of `createMemoryStore` and `openStore`. */
export const outboxCollections: readonly Collection<Entity>[] = [outboxEntries, outboxMarks];

/** Name under which the payload of an entry is encrypted: no entry can take the place of another. */
export function sealName(box: string, id: string): string {
  return `outbox ${box} ${id}`;
}
