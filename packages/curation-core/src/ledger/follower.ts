/**
 * Follows a collection by the numbers of its changes: what it has seen is exactly what was committed, whoever wrote it.
 * Catching up costs nothing while the store stands at the same revision, or one look into an index in a store that
 * tells none; those who ask at once share it.
 */

import { setImmediate } from "node:timers/promises";

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
  /** Of the store, at the beginning of the last look that went through. */
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
      // A store in this process may answer without ever letting others have a turn.
      await setImmediate();
    }
    seenRevision = revision;
  };

  const start = (): Promise<void> => {
    running = readOn().finally(() => (running = undefined));
    return running;
  };

  /** The one under way may have looked before the caller's commit: the next one has not. */
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
