/** Copies a whole store into another one, of whatever engine, and proves that the copy is the same. */

import { checkArguments } from "../checked-calls.ts";
import { isSameJson } from "../same-json.ts";
import { StoreError } from "./errors.ts";
import type { Collection, Entity, Page, Store, StoreReader, Transaction } from "./port.ts";
import { wholeStore } from "./verify-store.ts";

/** Number of copied documents by collection. */
export type CopyReport = ReadonlyMap<string, number>;

/** Number of documents read at a time. */
const PAGE = 500;

/**
 * Copies every collection of `from`, with the versions of the documents, in one transaction of each store: writers
 * of `from` wait meanwhile, and `to` holds all or nothing. Then reads everything back and compares.
 *
 * @throws STORE_COLLECTION_UNKNOWN when `to` was opened without a collection of `from`; STORE_NOT_EMPTY when it
 * holds documents of one; STORE_COPY_DIFFERS; whatever either store throws
 */
export async function copyStore(from: Store, to: Store): Promise<CopyReport> {
  checkArguments("copyStore", { from: wholeStore, to: wholeStore }, [from, to]);
  // The source may run this again when something collides with its reads: then the target holds the first copy.
  let isCopied = false;
  return from.transaction(async (source) => {
    const collections = [...from.collections.values()];
    const report = await to.transaction(async (target) => {
      const counts = new Map<string, number>();
      for (const collection of collections) {
        if (isCopied) await clear(target, collection);
        await checkEmpty(to, target, collection);
        counts.set(collection.name, await copyCollection(source, target, collection));
      }
      return counts;
    });
    isCopied = true;
    for (const collection of collections) await compare(source, to, collection);
    return report;
  });
}

async function clear(target: Transaction, collection: Collection<Entity>): Promise<void> {
  for (;;) {
    const { items } = await target.find(collection, { limit: PAGE });
    if (items.length === 0) return;
    for (const { value } of items) await target.delete(collection, value.id);
  }
}

async function checkEmpty(
  to: Store,
  target: Transaction,
  collection: Collection<Entity>,
): Promise<void> {
  const { name } = collection;
  if (!to.collections.has(name)) {
    throw new StoreError(
      "STORE_COLLECTION_UNKNOWN",
      `The target of the copy was opened without the collection "${name}"; name it when opening.`,
      { details: { collection: name } },
    );
  }
  const count = await target.count(collection);
  if (count === 0) return;
  throw new StoreError(
    "STORE_NOT_EMPTY",
    `The target of a copy must be empty, but its collection "${name}" holds ${count} documents.`,
    { details: { collection: name, documents: count } },
  );
}

async function copyCollection(
  source: StoreReader,
  target: Transaction,
  collection: Collection<Entity>,
): Promise<number> {
  let copied = 0;
  for await (const { items } of pages(source, collection)) {
    for (const document of items) {
      const bytes = await source.bytes(collection, document.value.id);
      await target.restore(collection, document, bytes);
    }
    copied += items.length;
  }
  return copied;
}

async function compare(
  source: StoreReader,
  copy: StoreReader,
  collection: Collection<Entity>,
): Promise<void> {
  const others = pages(copy, collection);
  for await (const page of pages(source, collection)) {
    const other = await others.next();
    if (!isSameJson(other.value?.items, page.items)) throw differs(collection);
    for (const { value } of page.items) {
      const bytes = await source.bytes(collection, value.id);
      const copied = await copy.bytes(collection, value.id);
      if (!areSameBytes(copied, bytes)) throw differs(collection);
    }
  }
  if ((await others.next()).done !== true) throw differs(collection);
}

function areSameBytes(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** All pages in the order of ids; an empty collection has one, which is empty. */
async function* pages(
  reader: StoreReader,
  collection: Collection<Entity>,
): AsyncGenerator<Page<Entity>, undefined> {
  let cursor: string | null = null;
  do {
    const page: Page<Entity> = await reader.find(collection, {
      limit: PAGE,
      ...(cursor === null ? {} : { cursor }),
    });
    yield page;
    cursor = page.next;
  } while (cursor !== null);
}

function differs({ name }: Collection<Entity>): StoreError {
  return new StoreError(
    "STORE_COPY_DIFFERS",
    `The copy of the collection "${name}" is not what was copied; delete the target and copy again.`,
    { details: { collection: name } },
  );
}
