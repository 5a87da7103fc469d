/** The store that lives and dies with its process. */

import { resolveOptions } from "../../options.ts";
import { collectionMap, createStore } from "../create-store.ts";
import type { Store } from "../port.ts";
import { STORE_OPTION_RULES, type StoreOptions } from "../store-options.ts";
import { MemoryBackend } from "./memory-backend.ts";
import { collectionState } from "./memory-state.ts";

/**
 * An empty store in memory: for tests, mocks and embedding. Everything holds but durability.
 *
 * A write costs O(log n) for each index, a page O(log n + page), a count O(log n).
 *
 * @throws OPTION_INVALID, STORE_COLLECTION_INVALID (two collections of one name)
 */
export function createMemoryStore(given: StoreOptions): Store {
  const options = resolveOptions("createMemoryStore", given, STORE_OPTION_RULES);
  const collections = collectionMap(options.collections);
  const state = [...collections].map(([name, one]) => [name, collectionState(one, [])] as const);
  const { maxBytes, transactionIdleMilliseconds, clock } = options;
  const backend = new MemoryBackend("memory", new Map(state), { maxBytes });
  return createStore(backend, {
    collections: options.collections,
    transactionIdleMilliseconds,
    clock,
  });
}
