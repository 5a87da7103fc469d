/**
 * Times of last use of API keys: kept in memory, written to the store at most once a minute per key.
 *
 * A use is visible in this process at once and is written by the next `flush`; a clean stop writes what is left.
 */

import type { Clock, Collection, Entity, Store } from "@bourse/kernel";

/** Write-behind buffer of the times of last use. */
export interface LastUsed {
  /** Records a use now; `stored` is the time that the store has. Returns true for the first use of a key ever. */
  note(keyId: string, stored: number | null): boolean;
  /** Time of the latest known use (milliseconds UTC), written or not; null when there was none. */
  of(keyId: string, stored: number | null): number | null;
  /** Writes uses of keys that were last written a minute ago or earlier; with `all` every unwritten use. */
  flush(all?: boolean): Promise<void>;
}

interface UsedDocument extends Entity {
  readonly lastUsedAt: number | null;
}

const WRITE_EVERY_MILLISECONDS = 60_000;

/** An empty buffer over a collection of keys. */
export function createLastUsed<T extends UsedDocument>(
  store: Store,
  clock: Clock,
  collection: Collection<T>,
): LastUsed {
  /** Time of the last use and of the last write, by key id. */
  const uses = new Map<string, { usedAt: number; writtenAt: number }>();

  const write = async (keyId: string, usedAt: number): Promise<void> => {
    await store.transaction(async (tx) => {
      const found = await tx.get(collection, keyId);
      if (found === undefined || (found.value.lastUsedAt ?? 0) >= usedAt) return;
      await tx.replace(collection, { ...found.value, lastUsedAt: usedAt }, found.version);
    });
  };

  return Object.freeze({
    note: (keyId: string, stored: number | null): boolean => {
      const known = uses.get(keyId);
      if (known !== undefined) {
        known.usedAt = clock.now();
        return false;
      }
      uses.set(keyId, { usedAt: clock.now(), writtenAt: stored ?? 0 });
      return stored === null;
    },
    of: (keyId: string, stored: number | null): number | null => {
      const usedAt = uses.get(keyId)?.usedAt;
      // Another replica may have written a later one.
      return usedAt === undefined ? stored : Math.max(usedAt, stored ?? 0);
    },
    flush: async (all = false): Promise<void> => {
      const now = clock.now();
      const due = [...uses].filter(
        ([, use]) => all || now - use.writtenAt >= WRITE_EVERY_MILLISECONDS,
      );
      await Promise.all(
        due.map(async ([keyId, use]) => {
          const { usedAt } = use;
          if (usedAt > use.writtenAt) await write(keyId, usedAt);
          use.writtenAt = Math.max(now, usedAt);
          // A key without recent use is dropped; its next use reads the stored time again.
          if (all || now - use.usedAt >= WRITE_EVERY_MILLISECONDS) uses.delete(keyId);
        }),
      );
    },
  });
}
