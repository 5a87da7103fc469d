/** The digests of the keys that good requests have just brought: computing one is a tenth of what a small request costs. */

import type { Clock } from "@bourse/kernel";

export interface RecentDigests {
  /** Of a key that was kept within the last minute; else undefined. */
  recall(key: string): string | undefined;
  /** Keeps the digest of a key that was found good, for at most a minute: keys in the clear are not for keeping. */
  keep(key: string, digest: string): void;
}

const KEPT_MILLISECONDS = 60_000;
const MOST = 10_000;

export function createRecentDigests(clock: Clock): RecentDigests {
  const digests = new Map<string, string>();
  let since = clock.now();

  const freshen = (): void => {
    const now = clock.now();
    if (now - since < KEPT_MILLISECONDS && digests.size < MOST) return;
    digests.clear();
    since = now;
  };

  return Object.freeze({
    recall: (key: string): string | undefined => {
      freshen();
      return digests.get(key);
    },
    keep: (key: string, digest: string): void => {
      freshen();
      digests.set(key, digest);
    },
  });
}
