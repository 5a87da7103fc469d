/** The revocation of an API key, with all that descend from it. */

import type { Origin } from "@bourse/credentials";

import { apiKeys } from "./api-key.ts";
import type { ApiKeyActParts } from "./api-keys-parts.ts";
import { descendantsOf } from "./key-line.ts";
import { checkOwned, ofUser } from "./own-keys.ts";

/**
 * Revokes a key and its descendants at once; resolves to the time of revocation.
 *
 * @throws AuthError NOT_FOUND for a foreign, unknown or revoked key
 */
export async function revokeApiKey(
  parts: Pick<ApiKeyActParts, "store" | "audit" | "notices" | "clock" | "valid" | "emit">,
  userId: string,
  id: string,
  origin?: Origin,
): Promise<number> {
  const { store, audit, notices, clock, valid, emit } = parts;
  const revokedAt = clock.now();
  const named = (await store.get(apiKeys, id))?.value;
  checkOwned(named, userId);
  const change = `The key "${named.name}" was revoked, with those that it had created.`;
  const notice = await notices.prepare(userId, change);
  const revoked = await store.transaction(async (tx) => {
    const found = await tx.get(apiKeys, id);
    checkOwned(found?.value, userId);
    const held = await tx.find(apiKeys, ofUser(userId));
    const doomed = [found, ...descendantsOf(id, held.items)];
    for (const { value, version } of doomed) {
      await tx.replace(apiKeys, { ...value, revokedAt }, version);
      await emit(tx, "api_key.revoked", { userId, keyId: value.id });
    }
    await notices.add(tx, notice);
    return doomed.map(({ value }) => value.id);
  });
  valid.clear();
  for (const keyId of revoked) audit.record("api_key.revoked", { userId, keyId }, origin);
  return revokedAt;
}
