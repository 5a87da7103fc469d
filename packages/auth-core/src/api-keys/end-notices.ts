/** Notices before the ends of API keys: each end is told once, through restarts and by one of all replicas. */

import type { Clock, Page, Store } from "@bourse/kernel";

import type { EmitAuthEvent } from "../webhooks/auth-events.ts";
import { type ApiKeyDocument, apiKeys, subjectOf } from "./api-key.ts";
import type { KeyNotices } from "./api-keys-parts.ts";

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly notices: KeyNotices;
  readonly emit: EmitAuthEvent;
  /** Days before the end; 0 for no notices. */
  readonly keyExpiryNoticeDays: number;
}

const DAY_MILLISECONDS = 86_400_000;
/** Keys that one look reads. */
const BATCH = 100;

/**
 * Creates a function that tells the owners of keys that expire within the days of notice. A look reads the keys whose
 * time has come since the last one; the first look of a process those of all days.
 */
export function createEndNotices(parts: Parts): () => Promise<void> {
  const { store, clock, keyExpiryNoticeDays } = parts;
  const notice = keyExpiryNoticeDays * DAY_MILLISECONDS;
  let seenUntil: number | undefined;
  return async () => {
    if (notice === 0) return;
    const now = clock.now();
    const until = now + notice;
    const range = { gt: Math.max(now, seenUntil ?? now), lte: until };
    let cursor: string | undefined;
    do {
      const found: Page<ApiKeyDocument> = await store.find(apiKeys, {
        index: "by_end",
        range,
        limit: BATCH,
        ...(cursor !== undefined && { cursor }),
      });
      for (const { value } of found.items) if (isToTell(value, notice)) await tellEnd(parts, value);
      cursor = found.next ?? undefined;
    } while (cursor !== undefined);
    seenUntil = until;
  };
}

/** A key that never lives longer than the notice ends as its owner has just asked for. */
function isToTell(
  { expiresAt, toldEnd, revokedAt, createdAt }: ApiKeyDocument,
  notice: number,
): boolean {
  if (expiresAt === null || revokedAt !== null || toldEnd === expiresAt) return false;
  return expiresAt - createdAt > notice;
}

async function tellEnd({ store, notices, emit }: Parts, key: ApiKeyDocument): Promise<void> {
  const { id, name, expiresAt } = key;
  if (expiresAt === null) return;
  const end = new Date(expiresAt).toISOString();
  const told = await notices.prepare(key, `The key "${name}" expires at ${end}.`);
  await store.transaction(async (tx) => {
    const found = await tx.get(apiKeys, id);
    if (found === undefined || found.value.revokedAt !== null) return;
    // Another replica was quicker.
    if (found.value.toldEnd === expiresAt) return;
    await tx.replace(apiKeys, { ...found.value, toldEnd: expiresAt }, found.version);
    await notices.add(tx, told);
    await emit(tx, "api_key.expiring", subjectOf(found.value));
  });
}
