/** Long-lived keys for servers: made once, shown once, found by their digest, revoked at once. */

import { type Origin, createTtlCache } from "@bourse/credentials";
import type { Clock, Ids, Store } from "@bourse/kernel";

import { accounts } from "../accounts/account.ts";
import { checkName, invalid } from "../accounts/check-account-input.ts";
import type { Audit } from "../audit/audit.ts";
import { AuthError } from "../errors.ts";
import { PERMISSIONS, type Permission, permits } from "../permissions.ts";
import { type ApiKeyDocument, type ApiKeyView, apiKeys, isExpired, viewOf } from "./api-key.ts";
import { KEY_LENGTH, KEY_PREFIX, digestOfKey, isWellFormedKey, newKey } from "./key-format.ts";
import type { LastUsed } from "./last-used.ts";

const DAY_MILLISECONDS = 86_400_000;
const SHOWN_CHARACTERS = 4;
const REPLICA_DELAY_MILLISECONDS = 1000;

export interface ApiKeysParts {
  readonly store: Store;
  readonly lastUsed: LastUsed;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface NewApiKey {
  /** 1–100 characters. */
  readonly name: string;
  /** Not empty, no permission twice. */
  readonly permissions: readonly Permission[];
  /** 1–365. Default: never. */
  readonly expiresInDays?: number;
}

/** Seed, part A: the only answer that holds the key itself. */
export interface CreatedApiKey {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly permissions: readonly Permission[];
  readonly createdAt: string;
}

/** The identity behind an API key. */
export interface KeyHolder {
  /** Id of the key. */
  readonly id: string;
  readonly userId: string;
  readonly permissions: readonly Permission[];
}

/** Result of the verification of a key that somebody was handed. */
export interface KeyVerdict {
  readonly valid: boolean;
  readonly code: "VALID" | "INVALID_API_KEY" | "FORBIDDEN";
  readonly id: string | null;
  readonly permissions: readonly Permission[];
}

export interface ApiKeys {
  /** @throws AuthError VALIDATION_ERROR */
  create(userId: string, key: NewApiKey, origin?: Origin): Promise<CreatedApiKey>;
  /** Those not revoked, newest first, at most 1000. */
  list(userId: string): Promise<readonly ApiKeyView[]>;
  /** @throws AuthError NOT_FOUND for a foreign, unknown or revoked one */
  get(userId: string, id: string): Promise<ApiKeyView>;
  /** The time of revocation. @throws AuthError NOT_FOUND */
  revoke(userId: string, id: string, origin?: Origin): Promise<string>;
  /**
   * The holder of a valid key: at once when the key's digest is cached, else as a promise; undefined when the key is
   * not valid. Records the use, and the first use in the audit trail with `origin`.
   */
  authenticate(
    key: string,
    origin?: Origin,
  ): KeyHolder | undefined | Promise<KeyHolder | undefined>;
  verify(key: string, permission?: Permission): Promise<KeyVerdict>;
  /** Forgets what was remembered of keys, as when an account was disabled. */
  forgetAll(): void;
}

export function createApiKeys(parts: ApiKeysParts): ApiKeys {
  const { store, lastUsed, audit, clock } = parts;
  // Keyed by digest: no key is kept in memory.
  const cache = createTtlCache<ApiKeyDocument>({
    ttlMilliseconds: REPLICA_DELAY_MILLISECONDS,
    clock,
    expiresAt: (key) => key.expiresAt ?? Infinity,
  });

  const read = async (digest: string): Promise<ApiKeyDocument | undefined> => {
    const page = await store.find(apiKeys, { index: "by_digest", equals: [digest], limit: 1 });
    const key = page.items[0]?.value;
    if (key === undefined || key.revokedAt !== null || isExpired(key, clock.now()))
      return undefined;
    const owner = await store.get(accounts, key.userId);
    return owner?.value.status === "active" ? key : undefined;
  };

  const find = (key: string): ApiKeyDocument | undefined | Promise<ApiKeyDocument | undefined> => {
    if (key.length !== KEY_LENGTH) return undefined;
    return cache.get(digestOfKey(key), async (digest) =>
      isWellFormedKey(key) ? await read(digest) : undefined,
    );
  };

  const owned = async (userId: string, id: string): Promise<ApiKeyDocument> => {
    const key = (await store.get(apiKeys, id))?.value;
    if (key === undefined || key.userId !== userId || key.revokedAt !== null) throw noSuchKey();
    return key;
  };

  const view = (key: ApiKeyDocument): ApiKeyView =>
    viewOf(key, lastUsed.of(key.id, key.lastUsedAt), clock.now());

  const used = (
    key: ApiKeyDocument | undefined,
    origin: Origin | undefined,
  ): ApiKeyDocument | undefined => {
    if (key !== undefined && lastUsed.note(key.id, key.lastUsedAt)) {
      audit.record("api_key.first_used", { userId: key.userId, keyId: key.id }, origin);
    }
    return key;
  };

  return Object.freeze({
    create: async (userId: string, given: NewApiKey, origin?: Origin): Promise<CreatedApiKey> => {
      checkNewKey(given);
      const key = newKey();
      const now = clock.now();
      const days = given.expiresInDays;
      const { value } = await store.insert(apiKeys, {
        id: parts.ids.uuid(),
        userId,
        name: given.name,
        digest: digestOfKey(key),
        prefix: key.slice(0, KEY_PREFIX.length + SHOWN_CHARACTERS),
        permissions: [...given.permissions],
        createdAt: now,
        expiresAt: days === undefined ? null : now + days * DAY_MILLISECONDS,
        revokedAt: null,
        lastUsedAt: null,
      });
      audit.record("api_key.created", { userId, keyId: value.id }, origin);
      const { id, name, permissions } = value;
      return { id, name, key, permissions, createdAt: new Date(now).toISOString() };
    },

    list: async (userId: string): Promise<readonly ApiKeyView[]> => {
      const page = await store.find(apiKeys, {
        index: "by_user",
        equals: [userId, null],
        order: "desc",
        limit: 1000,
      });
      return page.items.map(({ value }) => view(value));
    },

    get: async (userId: string, id: string): Promise<ApiKeyView> => view(await owned(userId, id)),

    revoke: async (userId: string, id: string, origin?: Origin): Promise<string> => {
      const revokedAt = clock.now();
      const digest = await store.transaction(async (tx) => {
        const found = await tx.get(apiKeys, id);
        if (found === undefined || found.value.userId !== userId) throw noSuchKey();
        if (found.value.revokedAt !== null) throw noSuchKey();
        await tx.replace(apiKeys, { ...found.value, revokedAt }, found.version);
        return found.value.digest;
      });
      cache.invalidate([digest]);
      audit.record("api_key.revoked", { userId, keyId: id }, origin);
      return new Date(revokedAt).toISOString();
    },

    authenticate: (key: string, origin?: Origin) => {
      const found = find(key);
      return found instanceof Promise
        ? found.then((document) => used(document, origin))
        : used(found, origin);
    },

    verify: async (key: string, permission?: Permission): Promise<KeyVerdict> => {
      const found = await find(key);
      if (found === undefined) {
        return { valid: false, code: "INVALID_API_KEY", id: null, permissions: [] };
      }
      const { id, permissions } = found;
      const allowed = permission === undefined || permits(permissions, permission);
      return { valid: allowed, code: allowed ? "VALID" : "FORBIDDEN", id, permissions };
    },

    forgetAll: (): void => cache.clear(),
  });
}

function checkNewKey({ name, permissions, expiresInDays: days }: NewApiKey): void {
  checkName(name);
  if (name.length < 1 || name.length > 100) {
    throw invalid("name", "The name of a key has 1 to 100 characters.");
  }
  const known = permissions.every((permission) => PERMISSIONS.includes(permission));
  if (!known || permissions.length === 0 || new Set(permissions).size !== permissions.length) {
    throw invalid(
      "permissions",
      `Name each of ${PERMISSIONS.join(", ")} at most once, and one at least.`,
    );
  }
  if (days !== undefined && !(Number.isInteger(days) && days >= 1 && days <= 365)) {
    throw invalid("expiresInDays", "A key expires in 1 to 365 days, or never.");
  }
}

function noSuchKey(): AuthError {
  return new AuthError("NOT_FOUND", "There is no such API key.");
}
