import {
  absentOr,
  anyFunction,
  anyText,
  checkArguments,
  listOf,
  objectOf,
  readable,
  type CallRules,
} from "../checked-calls.ts";
import type { Collection, Entity, FindQuery, StoreReader, Versioned } from "./port.ts";

const PAGE = 500;

/** Rules of a call that reads what a query finds; the reader knows which collections and indexes there are. */
export const findRules: CallRules = {
  store: objectOf({ find: anyFunction }),
  collection: objectOf({ name: anyText, indexes: objectOf({}) }),
  query: objectOf({ equals: absentOr(listOf(readable)), range: absentOr(objectOf({})) }),
};

/**
 * All documents that a query finds, in its order, read page by page.
 *
 * @throws STORE_QUERY_INVALID; KernelError ARGUMENT_INVALID for the first document
 */
export async function* everyDocument<T extends Entity, Index extends string>(
  store: StoreReader,
  collection: Collection<T, Index>,
  query: Omit<FindQuery<Index>, "limit" | "cursor"> = {},
): AsyncGenerator<Versioned<T>> {
  checkArguments("everyDocument", findRules, [store, collection, query]);
  let page = await store.find(collection, { ...query, limit: PAGE });
  yield* page.items;
  while (page.next !== null) {
    page = await store.find(collection, { ...query, limit: PAGE, cursor: page.next });
    yield* page.items;
  }
}
