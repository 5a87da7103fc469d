/** API keys: long-lived credentials for servers, shown once, found by their digest, revoked at once. */

import { type Origin, checkQuota, createTtlCache } from "@bourse/credentials";
import { isLine, type Clock, type Ids, type Store } from "@bourse/kernel";

import { accounts } from "../accounts/account.ts";
import { invalid, LEGIBLE } from "../accounts/check-account-input.ts";
import type { Audit } from "../audit/audit.ts";
import { AuthError } from "../errors.ts";
import { PERMISSIONS, type Permission, permits } from "../permissions.ts";
import { type ApiKeyDocument, type ApiKeyView, apiKeys, viewOf } from "./api-key.ts";
import { KEY_LENGTH, KEY_PREFIX, digestOfKey, isWellFormedKey, newKey } from "./key-format.ts";
import { descendantsOf, endOfChild, keyInForce } from "./key-line.ts";
import type { LastUsed } from "./last-used.ts";

const DAY_MILLISECONDS = 86_400_000;
const SHOWN_CHARACTERS = 4;
const REPLICA_DELAY_MILLISECONDS = 1000;

/** Parts that the API keys are built from. */
export interface ApiKeysParts {
  readonly store: Store;
  readonly lastUsed: LastUsed;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Maximum number of keys of one account that are not revoked. */
  readonly keysPerAccount: number;
}

/** A key that is to be created. */
export interface NewApiKey {
  /** Name of the key, 1–100 characters. */
  readonly name: string;
  /** Permissions of the key: at least one, none twice. */
  readonly permissions: readonly Permission[];
  /** Days until the key expires. 1–365. Default: the key ends with its parent, or does not expire. */
  readonly expiresInDays?: number;
  /**
   * Id of the key of the same user that creates this one, and with which it ends: a key has no permission that its
   * parent lacks, expires no later, and is revoked with it. Default: none, an account with all rights creates it.
   */
  readonly parentId?: string | undefined;
}

/** A key that was just created. */
export interface CreatedApiKey {
  /** UUID of the key. */
  readonly id: string;
  /** Name of the key. */
  readonly name: string;
  /** The key itself, `bk_live_…`. Not stored: this is the only time that it can be read. */
  readonly key: string;
  /** Permissions of the key. */
  readonly permissions: readonly Permission[];
  /** Time of creation in milliseconds since the Unix epoch (UTC). */
  readonly createdAt: number;
  /** Time at which the key expires, in milliseconds since the Unix epoch (UTC); null for a key without expiry. */
  readonly expiresAt: number | null;
}

/** The identity behind an API key. */
export interface KeyHolder {
  /** UUID of the key. */
  readonly id: string;
  /** Id of the key's owner. */
  readonly userId: string;
  /** Permissions of the key. */
  readonly permissions: readonly Permission[];
}

/** Result of the verification of a key that somebody was handed. */
export interface KeyVerdict {
  /** True when the key is valid and has the permission that was asked for. */
  readonly valid: boolean;
  /** `VALID`, or the reason for the refusal; FORBIDDEN for a valid key that lacks the permission. */
  readonly code: "VALID" | "INVALID_API_KEY" | "FORBIDDEN";
  /** UUID of the key; null when the key is not valid. */
  readonly id: string | null;
  /** Permissions of the key; empty when the key is not valid. */
  readonly permissions: readonly Permission[];
}

/** Creation, listing, revocation and verification of API keys. `origin` is recorded in the audit trail. */
export interface ApiKeys {
  /**
   * Creates a key for a user.
   *
   * @throws AuthError VALIDATION_ERROR, details.path names the field; QUOTA_EXCEEDED; FORBIDDEN and INVALID_API_KEY for
   * a parent that lacks a permission or has ended
   */
  create(userId: string, key: NewApiKey, origin?: Origin): Promise<CreatedApiKey>;
  /** A user's keys that are not revoked, newest first, at most 1000. */
  list(userId: string): Promise<readonly ApiKeyView[]>;
  /** One key of a user. @throws AuthError NOT_FOUND for a foreign, unknown or revoked key */
  get(userId: string, id: string): Promise<ApiKeyView>;
  /**
   * Revokes a key and all that descend from it at once, and resolves to the time of revocation in milliseconds UTC.
   *
   * @throws AuthError NOT_FOUND for a foreign, unknown or revoked key
   */
  revoke(userId: string, id: string, origin?: Origin): Promise<number>;
  /**
   * The holder of a valid key: at once when the key's digest is cached, else as a promise; undefined when the key is
   * not valid. Records the use, and the first use in the audit trail with `origin`.
   */
  authenticate(
    key: string,
    origin?: Origin,
  ): KeyHolder | undefined | Promise<KeyHolder | undefined>;
  /** Checks a key, and a permission of it if one is named, without counting as a use. */
  verify(key: string, permission?: Permission): Promise<KeyVerdict>;
  /** Evicts all keys from the cache, as after an account was disabled. */
  forgetAll(): void;
}

/** API keys over a store; a valid key is cached for at most a second. */
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
    const found = page.items[0]?.value;
    const key = found === undefined ? undefined : await keyInForce(store, found, clock.now());
    if (key === undefined) return undefined;
    const owner = await store.get(accounts, key.userId);
    return owner?.value.status === "active" ? key : undefined;
  };

  const find = (key: string): ApiKeyDocument | undefined | Promise<ApiKeyDocument | undefined> => {
    if (key.length !== KEY_LENGTH) return undefined;
    const digest = digestOfKey(key);
    return cache.peek(digest) ?? (isWellFormedKey(key) ? cache.get(digest, read) : undefined);
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
      const { parentId, expiresInDays: days } = given;
      const document: ApiKeyDocument = {
        id: parts.ids.uuid(),
        userId,
        ...(parentId === undefined ? {} : { parentId }),
        name: given.name,
        digest: digestOfKey(key),
        prefix: key.slice(0, KEY_PREFIX.length + SHOWN_CHARACTERS),
        permissions: [...given.permissions],
        createdAt: now,
        expiresAt: days === undefined ? null : now + days * DAY_MILLISECONDS,
        revokedAt: null,
        lastUsedAt: null,
      };
      const { value } = await store.transaction(async (tx) => {
        const held = await tx.count(apiKeys, { index: "by_user", equals: [userId, null] });
        checkQuota(held, parts.keysPerAccount, "API keys", AuthError);
        const expiresAt =
          parentId === undefined
            ? document.expiresAt
            : await endOfChild(tx, parentId, document, now);
        return await tx.insert(apiKeys, { ...document, expiresAt });
      });
      audit.record("api_key.created", { userId, keyId: value.id }, origin);
      const { id, name, permissions, expiresAt } = value;
      return { id, name, key, permissions, createdAt: now, expiresAt };
    },

    list: async (userId: string): Promise<readonly ApiKeyView[]> => {
      const page = await store.find(apiKeys, ofUser(userId));
      return page.items.map(({ value }) => view(value));
    },

    get: async (userId: string, id: string): Promise<ApiKeyView> => view(await owned(userId, id)),

    revoke: async (userId: string, id: string, origin?: Origin): Promise<number> => {
      const revokedAt = clock.now();
      const revoked = await store.transaction(async (tx) => {
        const found = await tx.get(apiKeys, id);
        if (found === undefined || found.value.userId !== userId) throw noSuchKey();
        if (found.value.revokedAt !== null) throw noSuchKey();
        const held = await tx.find(apiKeys, ofUser(userId));
        const doomed = [found, ...descendantsOf(id, held.items)];
        for (const { value, version } of doomed) {
          await tx.replace(apiKeys, { ...value, revokedAt }, version);
        }
        return doomed.map(({ value }) => value.id);
      });
      cache.clear();
      for (const keyId of revoked) audit.record("api_key.revoked", { userId, keyId }, origin);
      return revokedAt;
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

/** The keys of a user that are not revoked, newest first: all of them, since an account has at most 1000. */
function ofUser(userId: string) {
  return { index: "by_user", equals: [userId, null], order: "desc", limit: 1000 } as const;
}

function checkNewKey({ name, permissions, expiresInDays: days }: NewApiKey): void {
  if (!isLine(name, 1, 100)) {
    throw invalid("name", `The name of a key has 1 to 100 ${LEGIBLE}.`);
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
