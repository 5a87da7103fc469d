import {
  anyFunction,
  anyMap,
  checkArguments,
  objectOf,
  type ArgumentRule,
} from "../checked-calls.ts";
import { everyDocument } from "./every-document.ts";
import type { Store } from "./port.ts";

/** A store that can be read as a whole. */
export const wholeStore: ArgumentRule = objectOf({ collections: anyMap, transaction: anyFunction });

/**
 * Reads every document of a store and its bytes, which compares all their checksums. Resolves to the number of
 * documents. Takes about as long as copying the store.
 *
 * @throws StoreError STORE_CORRUPT for the first damaged document, with its collection and id in the details
 */
export async function verifyStore(store: Store): Promise<number> {
  checkArguments("verifyStore", { store: wholeStore }, [store]);
  let documents = 0;
  for (const collection of store.collections.values()) {
    for await (const { value } of everyDocument(store, collection)) {
      await store.bytes(collection, value.id);
      documents += 1;
    }
  }
  return documents;
}
