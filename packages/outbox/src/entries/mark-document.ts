/** The place of an outbox in the history of its store, by which it notices that the store was set back. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

/** Mark of one outbox. */
export interface OutboxMarkDocument extends Entity {
  /** Name of the outbox. */
  readonly id: string;
  /** History of the store, as `store.history()` tells it. */
  readonly history: string;
  /** Number of the newest claim that is told to the watermark beside the store; 0 without one. */
  readonly number: number;
  /** Time at which a store that was set back was noticed, until all that waited then is held; else null. */
  readonly holdBefore: number | null;
}

/** Collection of the marks of all outboxes of a store. */
export const outboxMarks: Collection<OutboxMarkDocument> = defineCollection<OutboxMarkDocument>()({
  name: "outbox_marks",
});
