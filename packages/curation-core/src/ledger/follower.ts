/**
 * Follows a collection by the sequence numbers of its changes, so that it applies every committed change, whichever
 * process wrote it. Catching up is free while the store's revision is unchanged, and costs one index query in a store
 * without revisions; concurrent calls share it.
 */

import type { Collection, Entity, Store } from "@bourse/kernel";
import { nextTurn } from "@bourse/kernel/platform";

/** Follows the changes of one collection. */
export interface Follower {
  /** Resolves when everything that was committed before the call has been applied. */
  readonly catchUp: () => Promise<void>;
}

/** Creates a follower that calls `apply` for each changed document, in the order of the changes. */
export function createFollower<T extends Entity & { readonly change: number }>(
  store: Store,
  collection: Collection<T>,
  apply: (document: T) => void,
): Follower {
  let seen = 0;
  /** Revision of the store at the start of the last complete read. */
  let seenRevision: number | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const readOn = async (): Promise<void> => {
    const { revision } = store;
    for (;;) {
      const range = { gt: seen };
      const page = await store.find(collection, { index: "by_change", range, limit: 1000 });
      for (const { value } of page.items) {
        seen = value.change;
        apply(value);
      }
      if (page.next === null) break;
      // An in-process store may resolve in microtasks only, which would starve the event loop.
      await nextTurn();
    }
    seenRevision = revision;
  };

  const start = (): Promise<void> => {
    running = readOn().finally(() => (running = undefined));
    return running;
  };

  /** A running read may have started before the caller's commit; the next one starts after it. */
  const startNext = async (): Promise<void> => {
    await running?.catch(() => undefined);
    next = undefined;
    await start();
  };

  return Object.freeze({
    catchUp: async (): Promise<void> => {
      if (store.revision !== undefined && store.revision === seenRevision) return;
      await (running === undefined ? start() : (next ??= startNext()));
    },
  });
}
