/** The keys of a user that are not revoked, as their owner sees them. */

import { AuthError } from "../errors.ts";
import type { ListOptions, RecordPage } from "../page.ts";
import { type ApiKeyDocument, type ApiKeyView, apiKeys, viewOf } from "./api-key.ts";
import type { ApiKeysParts } from "./api-keys-parts.ts";
import { type FormerKey, formerKeys } from "./former-key.ts";

type Parts = Pick<ApiKeysParts, "store" | "lastUsed" | "formerLastUsed" | "clock" | "permissions">;

/** All keys of a user that are not revoked, newest first: an account has at most 1000. */
export function ofUser(userId: string): {
  readonly index: "by_user";
  readonly equals: readonly [userId: string, revokedAt: null];
  readonly order: "desc";
  readonly limit: number;
} {
  return { index: "by_user", equals: [userId, null], order: "desc", limit: 1000 };
}

/** A user's keys that are not revoked, newest first. */
export async function listApiKeys(
  parts: Parts,
  userId: string,
): Promise<readonly ApiKeyView<string>[]> {
  const page = await parts.store.find(apiKeys, ofUser(userId));
  return await Promise.all(page.items.map(({ value }) => viewOfKey(parts, value)));
}

/** A page of a user's keys that are not revoked, newest first. @throws StoreError STORE_CURSOR_INVALID */
export async function pageOfApiKeys(
  parts: Parts,
  userId: string,
  { limit = 20, cursor }: ListOptions = {},
): Promise<RecordPage<ApiKeyView<string>>> {
  const { items, next } = await parts.store.find(apiKeys, {
    ...ofUser(userId),
    limit,
    ...(cursor === undefined ? {} : { cursor }),
  });
  return { items: await Promise.all(items.map(({ value }) => viewOfKey(parts, value))), next };
}

/** One key of a user. @throws AuthError NOT_FOUND for a foreign, unknown or revoked key */
export async function getApiKey(
  parts: Parts,
  userId: string,
  id: string,
): Promise<ApiKeyView<string>> {
  const key = (await parts.store.get(apiKeys, id))?.value;
  checkOwned(key, userId);
  return await viewOfKey(parts, key);
}

/** Refuses a foreign, unknown or revoked key. @throws AuthError NOT_FOUND */
export function checkOwned(
  key: ApiKeyDocument | undefined,
  userId: string,
): asserts key is ApiKeyDocument {
  if (key !== undefined && key.userId === userId && key.revokedAt === null) return;
  throw new AuthError("NOT_FOUND", "There is no such API key.");
}

/** The key as its owner sees it now. */
export async function viewOfKey(parts: Parts, key: ApiKeyDocument): Promise<ApiKeyView<string>> {
  const { lastUsed, clock, permissions: set } = parts;
  const permissions = key.permissions.filter((right) => set.has(right));
  const used = lastUsed.of(key.id, key.lastUsedAt);
  const former = key.rotatedAt === undefined ? [] : await formerOf(parts, key.id);
  return viewOf({ ...key, permissions }, used, former, clock.now());
}

async function formerOf(
  { store, formerLastUsed, clock }: Parts,
  keyId: string,
): Promise<readonly FormerKey[]> {
  const { items } = await store.find(formerKeys, {
    index: "by_key",
    equals: [keyId],
    range: { gt: clock.now() },
  });
  return items.map(({ value: { id, prefix, until, lastUsedAt } }) => ({
    prefix,
    validUntil: until,
    lastUsedAt: formerLastUsed.of(id, lastUsedAt),
  }));
}
