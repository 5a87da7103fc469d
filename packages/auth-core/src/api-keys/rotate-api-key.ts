/** The rotation of an API key: a new secret under the same id, the old one accepted for a while. */

import type { Origin } from "@bourse/credentials";
import type { Transaction } from "@bourse/kernel";

import { AuthError } from "../errors.ts";
import { invalid } from "../invalid.ts";
import { isWhole } from "../key-use/key-limits.ts";
import { type ApiKeyDocument, apiKeys, environmentOf, isExpired, subjectOf } from "./api-key.ts";
import type { ApiKeyActParts } from "./api-keys-parts.ts";
import type { CreatedApiKey } from "./create-api-key.ts";
import { formerKeys } from "./former-key.ts";
import { digestOfKey, newKey, prefixOfKey } from "./key-format.ts";
import { checkManager } from "./key-line.ts";
import { ownedKey } from "./own-keys.ts";

/** Options of a rotation. */
export interface KeyRotation {
  /**
   * Seconds for which every key that was replaced is accepted from now on, at most; 0 ends all of them at once.
   * 0–2,592,000 (30 days). Default 86,400 (a day).
   */
  readonly graceSeconds?: number | undefined;
  /** Id of the key that rotates, which may be itself or one that it descends from. Default: the account. */
  readonly byKeyId?: string | undefined;
}

const DEFAULT_GRACE_SECONDS = 86_400;
const MAX_GRACE_SECONDS = 2_592_000;
/** Maximum number of replaced keys that are accepted beside the key. */
const MAX_FORMER = 8;

type RotationParts = Pick<ApiKeyActParts, "store" | "clock" | "valid" | "audit" | "lastUsed">;

/**
 * Replaces the secret of a key. Of several calls at the same time one wins, the others are refused as CONFLICT.
 *
 * @throws AuthError NOT_FOUND, VALIDATION_ERROR, FORBIDDEN, CONFLICT
 */
export async function rotateApiKey(
  { store, clock, valid, audit, lastUsed }: RotationParts,
  userId: string,
  id: string,
  { graceSeconds = DEFAULT_GRACE_SECONDS, byKeyId }: KeyRotation = {},
  origin?: Origin,
): Promise<CreatedApiKey<string>> {
  if (!isWhole(graceSeconds, 0, MAX_GRACE_SECONDS)) {
    throw invalid("graceSeconds", `A grace period has 0 to ${MAX_GRACE_SECONDS} whole seconds.`);
  }
  const { value: before } = await ownedKey(store, userId, id);
  const key = newKey(environmentOf(before));
  const now = clock.now();
  const { value } = await store.transaction(async (tx) => {
    const found = await ownedKey(tx, userId, id);
    await checkManager(tx, byKeyId, found.value, true);
    if (found.value.digest !== before.digest) throw conflict("was rotated by another call");
    if (isExpired(found.value, now)) throw conflict("has expired; create another one");
    const lastUsedAt = lastUsed.of(id, found.value.lastUsedAt);
    await retire(tx, { ...found.value, lastUsedAt }, now, now + graceSeconds * 1000);
    const digest = digestOfKey(key);
    const changed = { ...found.value, digest, prefix: prefixOfKey(key), rotatedAt: now };
    return await tx.replace(apiKeys, changed, found.version);
  });
  valid.clear();
  audit.record("api_key.rotated", subjectOf(value), origin);
  const { name, permissions, createdAt, expiresAt } = value;
  return { id, name, key, permissions, createdAt, expiresAt };
}

/** Accepts the present key, and those before it, until the end of the grace period and no longer. */
async function retire(
  tx: Transaction,
  { id: keyId, userId, digest, prefix, lastUsedAt }: ApiKeyDocument,
  now: number,
  until: number,
): Promise<void> {
  const { items } = await tx.find(formerKeys, { index: "by_key", equals: [keyId] });
  const living = items.filter(({ value }) => value.until > now && until > now);
  if (living.length >= MAX_FORMER) {
    throw conflict(
      `has ${MAX_FORMER} replaced keys in their grace period; end them by a rotation with graceSeconds 0`,
    );
  }
  for (const item of items) {
    const { value, version } = item;
    if (!living.includes(item)) await tx.delete(formerKeys, value.id, version);
    else if (value.until > until) await tx.replace(formerKeys, { ...value, until }, version);
  }
  if (until > now)
    await tx.insert(formerKeys, { id: digest, keyId, userId, prefix, until, lastUsedAt });
}

function conflict(what: string): AuthError {
  return new AuthError("CONFLICT", `The API key ${what}.`);
}
