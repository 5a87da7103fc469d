/** Figures of an outbox. */

import type { ResolvedOutboxOptions } from "../options.ts";
import { outboxEntries } from "./entry-document.ts";

/** Numbers of entries of an outbox. */
export interface OutboxFigures {
  /** Entries that wait for delivery, those under way included. */
  readonly waiting: number;
  /** Entries that are held because the store was set back, until the operator releases or drops them. */
  readonly held: number;
  /** Entries that were given up and are still kept. */
  readonly dead: number;
  /** Age in seconds of the oldest entry that waits; 0 when none does. */
  readonly oldestSeconds: number;
}

/** Counts the entries of an outbox. @throws StoreError */
export async function measure({
  store,
  name,
}: Pick<ResolvedOutboxOptions, "store" | "name">): Promise<OutboxFigures> {
  const of = (status: string) => ({ index: "by_created", equals: [name, status] }) as const;
  const [waiting, held, dead, oldest, now] = await Promise.all([
    store.count(outboxEntries, of("waiting")),
    store.count(outboxEntries, of("held")),
    store.count(outboxEntries, of("dead")),
    store.find(outboxEntries, { ...of("waiting"), limit: 1 }),
    store.now(),
  ]);
  const createdAt = oldest.items[0]?.value.createdAt ?? now;
  return { waiting, held, dead, oldestSeconds: Math.max(0, now - createdAt) / 1000 };
}
