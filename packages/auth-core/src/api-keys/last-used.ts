/**
 * Writes down when keys were used, behind the requests and at most once a minute a key.
 *
 * A use is remembered at once and written with the next round; a clean stop writes what is left.
 */

import type { Clock, Store } from "@bourse/kernel";

import { apiKeys } from "./api-key.ts";

export interface LastUsed {
  /** Notes a use now; `stored` is what the store last said. True when it is the key's very first. */
  note(keyId: string, stored: number | null): boolean;
  /** The newest use known, stored or not. */
  of(keyId: string, stored: number | null): number | null;
  /** Writes what is due; with `all` whatever is not written yet. */
  flush(all?: boolean): Promise<void>;
}

const WRITE_EVERY_MILLISECONDS = 60_000;

export function createLastUsed(store: Store, clock: Clock): LastUsed {
  /** By key: the last use, and when a use was last written. */
  const uses = new Map<string, { usedAt: number; writtenAt: number }>();

  const write = async (keyId: string, usedAt: number): Promise<void> => {
    await store.transaction(async (tx) => {
      const found = await tx.get(apiKeys, keyId);
      if (found === undefined || (found.value.lastUsedAt ?? 0) >= usedAt) return;
      await tx.replace(apiKeys, { ...found.value, lastUsedAt: usedAt }, found.version);
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
    of: (keyId: string, stored: number | null): number | null => uses.get(keyId)?.usedAt ?? stored,
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
          // A key that rests is forgotten; its next use reads the stored time again.
          if (all || now - use.usedAt >= WRITE_EVERY_MILLISECONDS) uses.delete(keyId);
        }),
      );
    },
  });
}
