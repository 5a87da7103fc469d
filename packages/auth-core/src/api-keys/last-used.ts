/**
 * Times of last use of API keys: kept in memory, written to the store at most once a minute per key.
 *
 * A use is visible in this process at once and is written by the next `flush`; a clean stop writes what is left.
 */

import type { Clock, Collection, Entity, Store } from "@bourse/kernel";

/** Write-behind buffer of the last uses: their times, and the addresses that they came from. */
export interface LastUsed {
  /**
   * Records a use now, from an IP address where it is known; `stored` is the time that the store has. Returns true for
   * the first use of a key ever.
   */
  note(keyId: string, stored: number | null, address?: string): boolean;
  /** Time of the latest known use (milliseconds UTC), written or not; null when there was none. */
  of(keyId: string, stored: number | null): number | null;
  /** The latest known use, written or not. */
  latest(keyId: string, stored: StoredUse): StoredUse;
  /** Writes uses of keys that were last written a minute ago or earlier; with `all` every unwritten use. */
  flush(all?: boolean): Promise<void>;
}

/** The last use that the store has. */
export interface StoredUse {
  /** Time of the use in milliseconds since the Unix epoch (UTC); null before the first one. */
  readonly lastUsedAt: number | null;
  /** IP address that it came from; absent where it is not known. */
  readonly lastUsedAddress?: string;
}

type UsedDocument = Entity & StoredUse;

/** A use in memory. */
interface Use {
  usedAt: number;
  writtenAt: number;
  address: string | undefined;
}

const WRITE_EVERY_MILLISECONDS = 60_000;

/** An empty buffer over a collection of keys. */
export function createLastUsed<T extends UsedDocument>(
  store: Store,
  clock: Clock,
  collection: Collection<T>,
): LastUsed {
  /** The last use, and the time of the last write, by key id. */
  const uses = new Map<string, Use>();

  const write = async (keyId: string, usedAt: number, address?: string): Promise<void> => {
    await store.transaction(async (tx) => {
      const found = await tx.get(collection, keyId);
      if (found === undefined || (found.value.lastUsedAt ?? 0) >= usedAt) return;
      const { lastUsedAddress: _, ...rest } = found.value;
      const place = address === undefined ? {} : { lastUsedAddress: address };
      await tx.replace(collection, { ...rest, lastUsedAt: usedAt, ...place } as T, found.version);
    });
  };

  return Object.freeze({
    note: (keyId: string, stored: number | null, address?: string): boolean => {
      const known = uses.get(keyId);
      if (known !== undefined) {
        known.usedAt = clock.now();
        known.address = address;
        return false;
      }
      uses.set(keyId, { usedAt: clock.now(), writtenAt: stored ?? 0, address });
      return stored === null;
    },
    of: (keyId: string, stored: number | null): number | null => {
      const usedAt = uses.get(keyId)?.usedAt;
      // Another replica may have written a later one.
      return usedAt === undefined ? stored : Math.max(usedAt, stored ?? 0);
    },
    latest: (keyId: string, stored: StoredUse): StoredUse => {
      const use = uses.get(keyId);
      if (use === undefined || use.usedAt < (stored.lastUsedAt ?? 0)) return stored;
      const place = use.address === undefined ? {} : { lastUsedAddress: use.address };
      return { lastUsedAt: use.usedAt, ...place };
    },
    flush: async (all = false): Promise<void> => {
      const now = clock.now();
      const due = [...uses].filter(
        ([, use]) => all || now - use.writtenAt >= WRITE_EVERY_MILLISECONDS,
      );
      await Promise.all(
        due.map(async ([keyId, use]) => {
          const { usedAt, address } = use;
          if (usedAt > use.writtenAt) await write(keyId, usedAt, address);
          use.writtenAt = Math.max(now, usedAt);
          // A key without recent use is dropped; its next use reads the stored time again.
          if (all || now - use.usedAt >= WRITE_EVERY_MILLISECONDS) uses.delete(keyId);
        }),
      );
    },
  });
}
