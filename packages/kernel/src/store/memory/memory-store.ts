/** The store that lives and dies with its process. */

import { collectionMap, createStore, type StoreOptions } from "../create-store.ts";
import type { Store } from "../port.ts";
import { MemoryBackend } from "./memory-backend.ts";
import { collectionState } from "./memory-state.ts";

/**
 * An empty store in memory: for tests, mocks and embedding. Everything holds but durability.
 *
 * A write costs O(log n) for each index, a page O(log n + page), a count O(log n).
 */
export function createMemoryStore(options: StoreOptions): Store {
  const collections = collectionMap(options.collections);
  const state = [...collections].map(([name, one]) => [name, collectionState(one, [])] as const);
  return createStore(new MemoryBackend("memory", new Map(state)), options);
}
