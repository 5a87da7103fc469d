import { checkArguments } from "../checked-calls.ts";
import { findRules } from "./every-document.ts";
import type { Collection, Entity, FindQuery, Store } from "./port.ts";

/** The most documents that one call deletes: one transaction of them blocks writers for some milliseconds only. */
const BATCH = 1000;

/**
 * Deletes at most 1000 documents that a query finds, in one transaction, which costs one flush however many they are.
 * Resolves to the number deleted; call again while it is 1000. Nothing is written when the query finds nothing.
 *
 * @throws StoreError STORE_QUERY_INVALID; KernelError ARGUMENT_INVALID; whatever a commit throws
 */
export async function deleteFound<T extends Entity, Index extends string>(
  store: Store,
  collection: Collection<T, Index>,
  query: Omit<FindQuery<Index>, "limit" | "cursor">,
): Promise<number> {
  checkArguments("deleteFound", findRules, [store, collection, query]);
  if ((await store.find(collection, { ...query, limit: 1 })).items.length === 0) return 0;
  return store.transaction(async (tx) => {
    const { items } = await tx.find(collection, { ...query, limit: BATCH });
    for (const { value } of items) await tx.delete(collection, value.id);
    return items.length;
  });
}
