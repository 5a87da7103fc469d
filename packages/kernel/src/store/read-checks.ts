/** Checks of reads, the same in every engine. For authors of engines. */

import { writeCursor } from "./cursor.ts";
import { StoreError } from "./errors.ts";
import type { FindPlan } from "./find-plan.ts";
import type { Collection, Entity, Page, Versioned } from "./port.ts";
import { keyAt } from "./stored-document.ts";

/**
 * Returns the store's own definition of a collection: a caller's copy of it may differ.
 *
 * @throws STORE_COLLECTION_UNKNOWN
 */
export function knownCollection(
  collections: ReadonlyMap<string, Collection<Entity>>,
  collection: Collection<Entity>,
): Collection<Entity> {
  const name = nameOf(collection);
  const known = collections.get(name);
  if (known !== undefined) return known;
  throw new StoreError(
    "STORE_COLLECTION_UNKNOWN",
    `The store was opened without the collection "${name}"; name it when opening.`,
    { details: { collection: name } },
  );
}

function nameOf(collection: unknown): string {
  try {
    return String((collection as Collection<Entity>).name);
  } catch {
    return "of an unreadable name";
  }
}

/** Throws unless `id` is a text. @throws STORE_QUERY_INVALID */
export function checkReadId({ name }: Collection<Entity>, id: unknown): void {
  if (typeof id === "string") return;
  throw new StoreError(
    "STORE_QUERY_INVALID",
    `A document of "${name}" is read by its id, a text, not by ${typeof id}.`,
  );
}

/** Makes the page of a plan out of the documents found: one more than `plan.limit` when there is a next page. */
export function pageOf<T extends Entity>(
  collection: Collection<Entity>,
  plan: FindPlan,
  found: readonly Versioned<Entity>[],
): Page<T> {
  const items = found.slice(
    0,
    plan.limit,
  ) as readonly Versioned<Entity>[] as readonly Versioned<T>[];
  const last = items.at(-1);
  if (found.length <= plan.limit || last === undefined) return { items, next: null };
  return { items, next: writeCursor(keyAt(collection, last.value, plan.index), plan.signature) };
}
