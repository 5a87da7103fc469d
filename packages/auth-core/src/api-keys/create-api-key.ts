/** The creation of an API key. */

import { type Origin, checkQuota } from "@bourse/credentials";
import { isLine, type StoreReader } from "@bourse/kernel";

import { AuthError } from "../errors.ts";
import { LEGIBLE, invalid } from "../invalid.ts";
import { requireMember } from "../organizations/membership.ts";
import type { Permission, PermissionSet } from "../permissions.ts";
import { type ApiKeyDocument, apiKeys, subjectOf } from "./api-key.ts";
import type { ApiKeysParts } from "./api-keys-parts.ts";
import {
  DEFAULT_ENVIRONMENT,
  digestOfKey,
  isEnvironment,
  newKey,
  prefixOfKey,
} from "./key-format.ts";
import { endOfChild } from "./key-line.ts";

const DAY_MILLISECONDS = 86_400_000;

/** A key that is to be created. */
export interface NewApiKey<Name extends string = Permission> {
  /** Name of the key, 1–100 characters. */
  readonly name: string;
  /** Permissions of the key: at least one, none twice. */
  readonly permissions: readonly Name[];
  /** Days until the key expires. 1–365. Default: the key ends with its parent, or does not expire. */
  readonly expiresInDays?: number | undefined;
  /**
   * Environment of the key, 1–12 lower-case letters and digits, the first one a letter: `bk_test_…`. Default
   * `live`.
   */
  readonly environment?: string | undefined;
  /**
   * Id of the key of the same user that creates this one, and with which it ends: a key has no permission that its
   * parent lacks, expires no later, and is revoked with it. Default: none, an account with all rights creates it.
   */
  readonly parentId?: string | undefined;
  /** Id of the organization that is to own the key, and whose keys the user manages. Default: the user owns it. */
  readonly organizationId?: string | undefined;
}

/** A key that was just created. */
export interface CreatedApiKey<Name extends string = Permission> {
  /** UUID of the key. */
  readonly id: string;
  /** Name of the key. */
  readonly name: string;
  /**
   * The key itself: `bk_`, its environment, `_` and the secret. Not stored: this is the only time that it can be
   * read.
   */
  readonly key: string;
  /** Permissions of the key. */
  readonly permissions: readonly Name[];
  /** Time of creation in milliseconds since the Unix epoch (UTC). */
  readonly createdAt: number;
  /** Time at which the key expires, in milliseconds since the Unix epoch (UTC); null for a key without expiry. */
  readonly expiresAt: number | null;
}

/**
 * Creates a key for a user, or for an organization whose keys the user manages.
 *
 * @throws AuthError VALIDATION_ERROR, QUOTA_EXCEEDED; FORBIDDEN and INVALID_API_KEY for a parent that lacks a
 * permission or has ended; NOT_FOUND and FORBIDDEN for an organization
 */
export async function createApiKey(
  {
    store,
    audit,
    clock,
    ids,
    keysPerAccount,
    notices,
    emit,
    permissions: set,
  }: Omit<ApiKeysParts, "lastUsed" | "formerLastUsed" | "usage">,
  userId: string,
  given: NewApiKey<string>,
  origin?: Origin,
): Promise<CreatedApiKey<string>> {
  checkNewKey(given, set);
  const key = newKey(given.environment ?? DEFAULT_ENVIRONMENT);
  const now = clock.now();
  const { parentId, expiresInDays: days } = given;
  const organizationId = await organizationOf(store, given, userId);
  const ownerId = organizationId ?? userId;
  const document: ApiKeyDocument = {
    id: ids.uuid(),
    userId: ownerId,
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(parentId === undefined ? {} : { parentId }),
    name: given.name,
    digest: digestOfKey(key),
    prefix: prefixOfKey(key),
    permissions: [...given.permissions],
    createdAt: now,
    expiresAt: days === undefined ? null : now + days * DAY_MILLISECONDS,
    revokedAt: null,
    lastUsedAt: null,
  };
  const change = `The key "${given.name}" was created, with the permissions ${given.permissions.join(", ")}.`;
  const told = await notices.prepare(document, change);
  const { value } = await store.transaction(async (tx) => {
    await organizationOf(tx, given, userId);
    const held = await tx.count(apiKeys, { index: "by_user", equals: [ownerId, null] });
    checkQuota(held, keysPerAccount, "API keys", AuthError);
    const expiresAt =
      parentId === undefined
        ? document.expiresAt
        : await endOfChild(tx, set, parentId, document, now);
    await notices.add(tx, told);
    await emit(tx, "api_key.created", subjectOf(document));
    return await tx.insert(apiKeys, { ...document, expiresAt });
  });
  audit.record("api_key.created", subjectOf(value), origin);
  const { id, name, permissions, expiresAt } = value;
  return { id, name, key, permissions, createdAt: now, expiresAt };
}

/** The organization that owns a key to be created: the one that is named, or the parent's. @throws AuthError */
async function organizationOf(
  reader: Pick<StoreReader, "get">,
  { organizationId, parentId }: NewApiKey<string>,
  userId: string,
): Promise<string | undefined> {
  if (parentId === undefined) {
    if (organizationId !== undefined) await requireMember(reader, organizationId, userId, "admin");
    return organizationId;
  }
  if (organizationId !== undefined && organizationId !== userId) {
    const message = "An API key creates keys of its own owner only.";
    throw new AuthError("FORBIDDEN", message);
  }
  return (await reader.get(apiKeys, parentId))?.value.organizationId;
}

function checkNewKey(
  { name, permissions, expiresInDays: days, environment }: NewApiKey<string>,
  set: PermissionSet,
): void {
  checkKeyName(name);
  if (environment !== undefined && !isEnvironment(environment)) {
    throw invalid(
      "environment",
      "An environment has 1 to 12 lower-case letters and digits, the first one a letter.",
    );
  }
  const known = permissions.every((permission) => set.has(permission));
  if (!known || permissions.length === 0 || new Set(permissions).size !== permissions.length) {
    throw invalid(
      "permissions",
      `Name each of ${set.names.join(", ")} at most once, and one at least.`,
    );
  }
  if (days !== undefined && !(Number.isInteger(days) && days >= 1 && days <= 365)) {
    throw invalid("expiresInDays", "A key expires in 1 to 365 days, or never.");
  }
}

/** Refuses a name that no key can have. @throws AuthError VALIDATION_ERROR, details.path `name` */
export function checkKeyName(name: string): void {
  if (isLine(name, 1, 100)) return;
  throw invalid("name", `The name of a key has 1 to 100 ${LEGIBLE}.`);
}
