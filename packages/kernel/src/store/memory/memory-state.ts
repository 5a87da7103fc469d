/** The first state of a memory backend, out of documents in any order. */

import { StoreError } from "../errors.ts";
import type { Collection, Entity } from "../port.ts";
import type { StoredDocument } from "../stored-document.ts";
import type { CollectionState } from "./memory-backend.ts";
import { OrderedMap } from "./ordered-map.ts";

/**
 * The sorted maps of a collection over `documents`.
 *
 * @throws STORE_DUPLICATE when two of them hold one key, as after an index was made unique
 */
export function collectionState(
  collection: Collection<Entity>,
  documents: readonly StoredDocument[],
): CollectionState {
  const names = ["id", ...Object.keys(collection.indexes)];
  return names.map((name, at) => {
    const sorted = documents.toSorted((a, b) => (a.keys[at]! < b.keys[at]! ? -1 : 1));
    const keys = sorted.map((document) => document.keys[at]!);
    if (keys.some((key, i) => key === keys[i + 1])) throw duplicate(collection, name);
    return OrderedMap.fromSorted(keys, sorted);
  });
}

function duplicate({ name }: Collection<Entity>, index: string): StoreError {
  return new StoreError(
    "STORE_DUPLICATE",
    `Documents of "${name}" that stand already hold the same values of its unique index "${index}"; ` +
      "make them differ before the index is made unique.",
    { details: { collection: name, index } },
  );
}
