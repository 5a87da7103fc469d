import {
  hasCode,
  type Collection,
  type Entity,
  type FindQuery,
  type Page,
  type StoreReader,
} from "@bourse/kernel";

import { NodeError } from "../errors.ts";

/** One page of a collection for a caller's cursor. @throws NodeError CURSOR_INVALID */
export async function findPage<T extends Entity, Index extends string>(
  store: StoreReader,
  collection: Collection<T, Index>,
  query: FindQuery<Index>,
): Promise<Page<T>> {
  try {
    return await store.find(collection, query);
  } catch (error) {
    throw hasCode(error, "STORE_CURSOR_INVALID") ? cursorInvalid(error) : error;
  }
}

/** The error of a cursor that was not given out for the query it came with. */
export function cursorInvalid(cause: unknown): NodeError {
  return new NodeError(
    "CURSOR_INVALID",
    "The cursor is not of this query: take the one that the page before gave, with the same filters.",
    { cause },
  );
}
