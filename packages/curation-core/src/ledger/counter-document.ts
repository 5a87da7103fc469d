/** The sequence number of changes, audit entries, comments and events. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

/** A stored counter. */
export interface CounterDocument extends Entity {
  readonly id: string;
  readonly value: number;
}

/** The collection of counters. */
export const counters: Collection<CounterDocument> = defineCollection<CounterDocument>()({
  name: "counters",
});
