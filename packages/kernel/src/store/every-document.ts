import type { Collection, Entity, FindQuery, StoreReader, Versioned } from "./port.ts";

const PAGE = 500;

/**
 * All documents that a query finds, in its order, read page by page.
 *
 * @throws STORE_QUERY_INVALID
 */
export async function* everyDocument<T extends Entity, Index extends string>(
  store: StoreReader,
  collection: Collection<T, Index>,
  query: Omit<FindQuery<Index>, "limit" | "cursor"> = {},
): AsyncGenerator<Versioned<T>> {
  let page = await store.find(collection, { ...query, limit: PAGE });
  yield* page.items;
  while (page.next !== null) {
    page = await store.find(collection, { ...query, limit: PAGE, cursor: page.next });
    yield* page.items;
  }
}
