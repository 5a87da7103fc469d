/** Dead letters: entries that were given up, for the operator. */

import { OutboxError } from "../errors.ts";
import type { ResolvedOutboxOptions } from "../options.ts";
import { outboxEntries, type OutboxEntryDocument } from "./entry-document.ts";
import { waitingAgain } from "./waiting-again.ts";

type Parts = Pick<ResolvedOutboxOptions, "store" | "name">;

/** An entry that was given up. Its content stays encrypted. */
export interface DeadEntry {
  /** Id of the entry. */
  readonly id: string;
  /** Time at which it was added, in milliseconds since the Unix epoch. */
  readonly createdAt: number;
  /** Number of deliveries that were begun. */
  readonly attempts: number;
  /** Message of the last failure. */
  readonly error: string;
}

/** One page of dead letters. */
export interface DeadEntryPage {
  /** Dead letters, oldest first. */
  readonly items: readonly DeadEntry[];
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null;
}

/** Dead letters, oldest first. @throws StoreError STORE_CURSOR_INVALID, STORE_QUERY_INVALID */
export async function listDead(
  { store, name }: Parts,
  page: { readonly limit?: number; readonly cursor?: string } = {},
): Promise<DeadEntryPage> {
  const query = { index: "by_created", equals: [name, "dead"], ...page } as const;
  const { items, next } = await store.find(outboxEntries, query);
  return { items: items.map(({ value }) => viewOf(value)), next };
}

/** Makes a dead letter wait for delivery again, with all of its attempts. @throws OutboxError ENTRY_NOT_FOUND */
export async function retryDead({ store, name }: Parts, id: string): Promise<void> {
  const now = await store.now();
  await store.transaction(async (tx) => {
    const found = await tx.get(outboxEntries, id);
    if (found?.value.box !== name || found.value.status !== "dead") throw notFound(id);
    await tx.replace(outboxEntries, waitingAgain(found.value, now), found.version);
  });
}

/** Deletes a dead letter. @throws OutboxError ENTRY_NOT_FOUND */
export async function removeDead({ store, name }: Parts, id: string): Promise<void> {
  await store.transaction(async (tx) => {
    const found = await tx.get(outboxEntries, id);
    if (found?.value.box !== name || found.value.status !== "dead") throw notFound(id);
    await tx.delete(outboxEntries, id, found.version);
  });
}

function viewOf({ id, createdAt, attempts, error }: OutboxEntryDocument): DeadEntry {
  return { id, createdAt, attempts, error: error ?? "" };
}

function notFound(id: string): OutboxError {
  return new OutboxError("ENTRY_NOT_FOUND", `There is no dead letter with the id "${id}".`, {
    details: { id },
  });
}
