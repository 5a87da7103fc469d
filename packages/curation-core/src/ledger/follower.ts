/**
 * Follows a collection by the numbers of its changes: what it has seen is exactly what was committed, whoever wrote it.
 * Catching up costs one look into an index when nothing has changed.
 */

import type { Collection, Entity, Store } from "@bourse/kernel";

export interface Follower {
  /** Resolves when everything that was committed before the call has been applied. */
  readonly catchUp: () => Promise<void>;
}

export function createFollower<T extends Entity & { readonly change: number }>(
  store: Store,
  collection: Collection<T>,
  apply: (document: T) => void,
): Follower {
  let seen = 0;
  return Object.freeze({
    catchUp: async (): Promise<void> => {
      for (;;) {
        const range = { gt: seen };
        const page = await store.find(collection, { index: "by_change", range, limit: 1000 });
        for (const { value } of page.items) {
          // Another call that ran meanwhile may be further.
          if (value.change <= seen) continue;
          seen = value.change;
          apply(value);
        }
        if (page.next === null) return;
      }
    },
  });
}
