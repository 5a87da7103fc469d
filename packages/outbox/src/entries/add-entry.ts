/** The addition of an entry to an outbox. */

import type { Clock, Json, Transaction } from "@bourse/kernel";

import { outboxEntries } from "./entry-document.ts";

/** An entry as it is added: with its content encrypted, or in the clear for one receiver of several. */
export type NewEntry = { readonly id: string } & (
  | { readonly sealed: string }
  | { readonly content: Json; readonly group: string }
);

/**
 * Adds an entry that is due at once, in the caller's transaction; `dueAt` orders those of one instant. Default: any
 * order.
 *
 * @throws StoreError STORE_DUPLICATE
 */
export async function addEntry(
  { name: box, clock }: { readonly name: string; readonly clock: Clock },
  tx: Pick<Transaction, "insert">,
  entry: NewEntry,
  dueAt: number = clock.now(),
): Promise<void> {
  const now = clock.now();
  const added = { box, status: "waiting", sealed: "", createdAt: now, ...entry } as const;
  await tx.insert(outboxEntries, { ...added, dueAt, attempts: 0, error: null });
}
