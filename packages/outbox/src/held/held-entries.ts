/**
 * Entries that are held because their store was set back: they may have been delivered since the backup was made, and
 * the operator decides about them.
 */

import {
  absentOr,
  anyFunction,
  anyText,
  checkArguments,
  objectOf,
  type Store,
  type Transaction,
  type Versioned,
} from "@bourse/kernel";

import { type OutboxEntryDocument, outboxEntries } from "../entries/entry-document.ts";
import { measure, type OutboxFigures } from "../entries/measure.ts";
import { waitingAgain } from "../entries/waiting-again.ts";

/** Entries of one outbox that are held. */
export interface HeldEntries {
  /** Name of the outbox, such as `mail` or `webhooks`. */
  readonly box: string;
  /** Number of entries. */
  readonly count: number;
  /** Time at which the oldest one was added, in milliseconds since the Unix epoch (UTC). */
  readonly oldestAt: number;
}

const RULES = {
  store: objectOf({ find: anyFunction, count: anyFunction, transaction: anyFunction }),
  box: absentOr(anyText),
};

/** The entries that are held, by the names of their outboxes. @throws StoreError; KernelError ARGUMENT_INVALID */
export async function heldEntries(store: Store): Promise<readonly HeldEntries[]> {
  checkArguments("heldEntries", { store: RULES.store }, [store]);
  const held: HeldEntries[] = [];
  for (const box of await boxesOf(store)) {
    const query = { index: "by_created", equals: [box, "held"] } as const;
    const [oldest] = (await store.find(outboxEntries, { ...query, limit: 1 })).items;
    if (oldest === undefined) continue;
    const count = await store.count(outboxEntries, query);
    held.push({ box, count, oldestAt: oldest.value.createdAt });
  }
  return held;
}

/** Figures of one outbox, as {@link outboxFigures} counts them. */
export interface NamedFigures extends OutboxFigures {
  /** Name of the outbox, such as `mail` or `webhooks`. */
  readonly box: string;
}

/** Counts the entries of each outbox that has some. @throws StoreError; KernelError ARGUMENT_INVALID */
export async function outboxFigures(store: Store): Promise<readonly NamedFigures[]> {
  checkArguments("outboxFigures", { store: RULES.store }, [store]);
  const figures: NamedFigures[] = [];
  for (const box of await boxesOf(store)) {
    figures.push({ box, ...(await measure({ store, name: box })) });
  }
  return figures;
}

/**
 * Holds all entries that wait, of one outbox or of all, as for a backup that no outbox can recognise. Resolves to their
 * number. No process may deliver meanwhile.
 *
 * @throws StoreError; KernelError ARGUMENT_INVALID
 */
export async function holdEntries(store: Store, box?: string): Promise<number> {
  checkArguments("holdEntries", RULES, [store, box]);
  const now = await store.now();
  return await inEach(store, box, (name) => holdWaiting(store, name, now));
}

/**
 * Makes the entries that are held wait for delivery again, of one outbox or of all, under the ids that they have.
 * Resolves to their number.
 *
 * @throws StoreError; KernelError ARGUMENT_INVALID
 */
export async function releaseHeld(store: Store, box?: string): Promise<number> {
  checkArguments("releaseHeld", RULES, [store, box]);
  const now = await store.now();
  return await inEach(store, box, (name) =>
    moveAll(store, [name, "held"], {}, async (tx, { value, version }) => {
      await tx.replace(outboxEntries, waitingAgain(value, now), version);
    }),
  );
}

/** Seconds for which a webhook's dropped delivery is listed, to be replayed by its owner: 72 hours. */
const KEEP_DROPPED_SECONDS = 259_200;

/**
 * Gives up the entries that are held, of one outbox or of all: mails are deleted, and deliveries of webhooks are failed
 * ones, which their owners can replay. Resolves to their number.
 *
 * @throws StoreError; KernelError ARGUMENT_INVALID
 */
export async function dropHeld(store: Store, box?: string): Promise<number> {
  checkArguments("dropHeld", RULES, [store, box]);
  const dueAt = (await store.now()) + KEEP_DROPPED_SECONDS * 1000;
  const error =
    "A backup was restored, and this was not sent again: it may have been delivered before.";
  return await inEach(store, box, (name) =>
    moveAll(store, [name, "held"], {}, async (tx, { value, version }) => {
      if (value.group === undefined) await tx.delete(outboxEntries, value.id, version);
      else await tx.replace(outboxEntries, { ...value, status: "dead", dueAt, error }, version);
    }),
  );
}

/** Holds the entries of an outbox that wait and were added by `until` (milliseconds UTC). Resolves to their number. */
export async function holdWaiting(store: Store, box: string, until: number): Promise<number> {
  const query = { range: { lte: until } };
  return await moveAll(store, [box, "waiting"], query, async (tx, { value, version }) => {
    await tx.replace(outboxEntries, { ...value, status: "held" }, version);
  });
}

/** Entries that one transaction moves at most. */
const BATCH = 200;

async function moveAll(
  store: Store,
  equals: readonly [box: string, status: OutboxEntryDocument["status"]],
  query: { readonly range?: { readonly lte: number } },
  move: (tx: Transaction, entry: Versioned<OutboxEntryDocument>) => Promise<void>,
): Promise<number> {
  let moved = 0;
  for (;;) {
    const count = await store.transaction(async (tx) => {
      const page = { index: "by_created", equals, ...query, limit: BATCH } as const;
      const { items } = await tx.find(outboxEntries, page);
      for (const entry of items) await move(tx, entry);
      return items.length;
    });
    moved += count;
    if (count < BATCH) return moved;
  }
}

async function inEach(
  store: Store,
  box: string | undefined,
  act: (box: string) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (const name of box === undefined ? await boxesOf(store) : [box]) sum += await act(name);
  return sum;
}

/** Names of the outboxes that have entries. */
async function boxesOf(store: Store): Promise<readonly string[]> {
  const boxes: string[] = [];
  for (;;) {
    const last = boxes.at(-1);
    const behind = last === undefined ? {} : { range: { gt: last } };
    const query = { index: "by_created", ...behind, limit: 1 } as const;
    const [next] = (await store.find(outboxEntries, query)).items;
    if (next === undefined) return boxes;
    boxes.push(next.value.box);
  }
}
