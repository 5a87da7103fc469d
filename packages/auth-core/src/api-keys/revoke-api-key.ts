/** The revocation of an API key, with all that descend from it. */

import type { Origin } from "@bourse/credentials";

import { apiKeys, subjectOf } from "./api-key.ts";
import type { ApiKeyActParts } from "./api-keys-parts.ts";
import { descendantsOf } from "./key-line.ts";
import { ofUser, ownedKey } from "./own-keys.ts";

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
  const { value: named } = await ownedKey(store, userId, id);
  const change = `The key "${named.name}" was revoked, with those that it had created.`;
  const told = await notices.prepare(named, change);
  const revoked = await store.transaction(async (tx) => {
    const found = await ownedKey(tx, userId, id);
    const held = await tx.find(apiKeys, ofUser(found.value.userId));
    const doomed = [found, ...descendantsOf(id, held.items)];
    for (const { value, version } of doomed) {
      await tx.replace(apiKeys, { ...value, revokedAt }, version);
      await emit(tx, "api_key.revoked", subjectOf(value));
    }
    await notices.add(tx, told);
    return doomed.map(({ value }) => subjectOf(value));
  });
  valid.clear();
  for (const subject of revoked) audit.record("api_key.revoked", subject, origin);
  return revokedAt;
}
