/** One number for everything that happens: changes, places in a trail, events. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

export interface CounterDocument extends Entity {
  readonly id: string;
  readonly value: number;
}

export const counters: Collection<CounterDocument> = defineCollection<CounterDocument>()({
  name: "counters",
});
