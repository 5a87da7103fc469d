/** The keys of a user that are not revoked, as their owner sees them. */

import type { Page, StoreReader, Versioned } from "@bourse/kernel";

import { AuthError } from "../errors.ts";
import { invalid } from "../invalid.ts";
import { managesKeys, requireMember } from "../organizations/membership.ts";
import type { ListOptions, RecordPage } from "../page.ts";
import { type ApiKeyDocument, type ApiKeyView, apiKeys, isExpired, viewOf } from "./api-key.ts";
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

/** The keys that a list has. */
export interface KeyListOptions {
  /** Id of an organization whose keys the user manages. Default: the user's own keys. */
  readonly organizationId?: string | undefined;
}

/** A page of keys; every filter that is given must match. */
export interface KeyPageOptions extends ListOptions, KeyListOptions {
  /** Part of the name, or the first characters of the key, in any case; 1–100 characters. Default: every key. */
  readonly q?: string | undefined;
  /** Status of the keys. Default: every status. */
  readonly status?: ApiKeyView["status"] | undefined;
}

/** Keys that are not revoked, newest first. @throws AuthError NOT_FOUND, FORBIDDEN for an organization */
export async function listApiKeys(
  parts: Parts,
  userId: string,
  options: KeyListOptions = {},
): Promise<readonly ApiKeyView<string>[]> {
  const page = await parts.store.find(apiKeys, ofUser(await listed(parts, userId, options)));
  return await Promise.all(page.items.map(({ value }) => viewOfKey(parts, value)));
}

/** A page of keys that are not revoked, newest first. @throws AuthError; StoreError */
export async function pageOfApiKeys(
  parts: Parts,
  userId: string,
  { limit = 20, cursor, q, status, ...whose }: KeyPageOptions = {},
): Promise<RecordPage<ApiKeyView<string>>> {
  checkSearch(q, status);
  const ownerId = await listed(parts, userId, whose);
  const now = parts.clock.now();
  const isFound = (key: ApiKeyDocument): boolean =>
    (q === undefined || hasText(key, q.toLowerCase())) &&
    (status === undefined || (status === "expired") === isExpired(key, now));
  const found: ApiKeyDocument[] = [];
  let next = cursor;
  // Each read asks for what is missing alone, so that its cursor leads on; the last few are left for the next page.
  for (let read = 0; read < MAX_READS && found.length < ENOUGH * limit; read += 1) {
    const page: Page<ApiKeyDocument> = await parts.store.find(apiKeys, {
      ...ofUser(ownerId),
      limit: limit - found.length,
      ...(next === undefined ? {} : { cursor: next }),
    });
    found.push(...page.items.map(({ value }) => value).filter(isFound));
    next = page.next ?? undefined;
    if (next === undefined) break;
  }
  return {
    items: await Promise.all(found.map((key) => viewOfKey(parts, key))),
    next: next ?? null,
  };
}

/** Maximum number of pages of the store that a search reads; what is left comes with the next page. */
const MAX_READS = 50;
/** Part of a page with which a search is content. */
const ENOUGH = 0.75;
const MAX_SEARCH = 100;

function hasText({ name, prefix }: ApiKeyDocument, text: string): boolean {
  return name.toLowerCase().includes(text) || prefix.toLowerCase().startsWith(text);
}

function checkSearch(q: string | undefined, status: KeyPageOptions["status"]): void {
  if (q !== undefined && (q === "" || q.length > MAX_SEARCH)) {
    throw invalid("q", `A search has 1 to ${MAX_SEARCH} characters.`);
  }
  if (status !== undefined && !STATUSES.includes(status)) {
    throw invalid("status", `A status is one of ${STATUSES.join(", ")}.`);
  }
}

const STATUSES: readonly string[] = ["active", "expired"] satisfies ApiKeyView["status"][];

/** True while an owner has keys that are not revoked. */
export async function hasKeys(
  reader: Pick<StoreReader, "count">,
  ownerId: string,
): Promise<boolean> {
  return (await reader.count(apiKeys, { index: "by_user", equals: [ownerId, null] })) > 0;
}

/** One key of a user. @throws AuthError NOT_FOUND for a foreign, unknown or revoked key */
export async function getApiKey(
  parts: Parts,
  userId: string,
  id: string,
): Promise<ApiKeyView<string>> {
  return await viewOfKey(parts, (await ownedKey(parts.store, userId, id)).value);
}

/**
 * A key of a user, or of an organization whose keys the user manages.
 *
 * @throws AuthError NOT_FOUND for a foreign, unknown or revoked key
 */
export async function ownedKey(
  reader: Pick<StoreReader, "get">,
  userId: string,
  id: string,
): Promise<Versioned<ApiKeyDocument>> {
  const key = await reader.get(apiKeys, id);
  if (key?.value.revokedAt !== null || !(await manages(reader, userId, key.value))) {
    throw new AuthError("NOT_FOUND", "There is no such API key.");
  }
  return key;
}

async function manages(
  reader: Pick<StoreReader, "get">,
  userId: string,
  { userId: ownerId, organizationId }: ApiKeyDocument,
): Promise<boolean> {
  if (ownerId === userId) return true;
  return organizationId !== undefined && (await managesKeys(reader, organizationId, userId));
}

/** Owner of the keys that a list has: the user, or an organization whose keys the user manages. @throws AuthError */
async function listed(
  { store }: Parts,
  userId: string,
  { organizationId }: KeyListOptions,
): Promise<string> {
  if (organizationId === undefined || organizationId === userId) return userId;
  await requireMember(store, organizationId, userId, "admin");
  return organizationId;
}

/** The key as its owner sees it now. */
export async function viewOfKey(parts: Parts, key: ApiKeyDocument): Promise<ApiKeyView<string>> {
  const { lastUsed, clock, permissions: set } = parts;
  const permissions = key.permissions.filter((right) => set.has(right));
  const former = key.rotatedAt === undefined ? [] : await formerOf(parts, key.id);
  return viewOf({ ...key, permissions }, lastUsed.latest(key.id, key), former, clock.now());
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
