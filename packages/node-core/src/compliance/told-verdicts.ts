/** Verdicts that were already sent as events, so that calls of strangers cannot make events at will. */

import type { Clock } from "@bourse/kernel";
import { LRUCache } from "lru-cache";

import type { DataHash } from "../address.ts";

const INTERVAL_MILLISECONDS = 60_000;
/** Number of remembered hashes; only hashes that were verified once take a place. */
const MAX_HASHES = 10_000;

export interface ToldVerdicts {
  /** Reports if the verdict differs from the one sent last and a minute has passed since; then it counts as sent. */
  isNews(hash: DataHash, verified: boolean): boolean;
}

/** Creates a memory of 10,000 hashes, in which every hash starts as not verified. */
export function createToldVerdicts(clock: Clock): ToldVerdicts {
  const told = new LRUCache<DataHash, { readonly verified: boolean; readonly at: number }>({
    max: MAX_HASHES,
  });
  return {
    isNews: (hash, verified) => {
      const last = told.get(hash);
      if ((last?.verified ?? false) === verified) return false;
      const now = clock.monotonic();
      if (last !== undefined && now - last.at < INTERVAL_MILLISECONDS) return false;
      told.set(hash, { verified, at: now });
      return true;
    },
  };
}
