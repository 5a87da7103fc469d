/** The keys of a user that are not revoked, as their owner sees them. */

import { AuthError } from "../errors.ts";
import { type ApiKeyDocument, type ApiKeyView, apiKeys, viewOf } from "./api-key.ts";
import type { ApiKeysParts } from "./api-keys-parts.ts";

type Parts = Pick<ApiKeysParts, "store" | "lastUsed" | "clock" | "permissions">;

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
  return page.items.map(({ value }) => view(parts, value));
}

/** One key of a user. @throws AuthError NOT_FOUND for a foreign, unknown or revoked key */
export async function getApiKey(
  parts: Parts,
  userId: string,
  id: string,
): Promise<ApiKeyView<string>> {
  const key = (await parts.store.get(apiKeys, id))?.value;
  checkOwned(key, userId);
  return view(parts, key);
}

/** Refuses a foreign, unknown or revoked key. @throws AuthError NOT_FOUND */
export function checkOwned(
  key: ApiKeyDocument | undefined,
  userId: string,
): asserts key is ApiKeyDocument {
  if (key !== undefined && key.userId === userId && key.revokedAt === null) return;
  throw new AuthError("NOT_FOUND", "There is no such API key.");
}

function view(
  { lastUsed, clock, permissions: set }: Parts,
  key: ApiKeyDocument,
): ApiKeyView<string> {
  const permissions = key.permissions.filter((right) => set.has(right));
  return viewOf({ ...key, permissions }, lastUsed.of(key.id, key.lastUsedAt), clock.now());
}
