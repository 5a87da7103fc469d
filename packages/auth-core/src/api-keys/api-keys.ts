/** API keys: long-lived credentials for servers, shown once, found by their digest, revoked at once. */

import type { Origin } from "@bourse/credentials";

import type { Permission } from "../permissions.ts";
import type { ApiKeyView } from "./api-key.ts";
import type { ApiKeyActParts, ApiKeysParts } from "./api-keys-parts.ts";
import { type KeyHolder, authenticateByKey } from "./authenticate-by-key.ts";
import { type CreatedApiKey, type NewApiKey, createApiKey } from "./create-api-key.ts";
import { getApiKey, listApiKeys } from "./own-keys.ts";
import { revokeApiKey } from "./revoke-api-key.ts";
import { ValidKeys } from "./valid-keys.ts";
import { type KeyVerdict, verifyApiKey } from "./verify-api-key.ts";

/** Creation, listing, revocation and verification of API keys. `origin` is recorded in the audit trail. */
export interface ApiKeys<Name extends string = Permission> {
  /**
   * Creates a key for a user.
   *
   * @throws AuthError VALIDATION_ERROR, details.path names the field; QUOTA_EXCEEDED; FORBIDDEN and INVALID_API_KEY for
   * a parent that lacks a permission or has ended
   */
  create(userId: string, key: NewApiKey<Name>, origin?: Origin): Promise<CreatedApiKey<Name>>;
  /** A user's keys that are not revoked, newest first, at most 1000. */
  list(userId: string): Promise<readonly ApiKeyView<Name>[]>;
  /** One key of a user. @throws AuthError NOT_FOUND for a foreign, unknown or revoked key */
  get(userId: string, id: string): Promise<ApiKeyView<Name>>;
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
  ): KeyHolder<Name> | undefined | Promise<KeyHolder<Name> | undefined>;
  /**
   * Checks a key that a service was handed, and a permission of it if one is named. A valid key is used by it, as by
   * `authenticate`.
   */
  verify(key: string, permission?: Name, origin?: Origin): Promise<KeyVerdict<Name>>;
  /** Evicts all keys from the cache, as after an account was disabled. */
  forgetAll(): void;
}

/** API keys over a store; a valid key is cached for at most a second. */
export function createApiKeys(given: ApiKeysParts): ApiKeys<string> {
  const valid = new ValidKeys(given);
  const parts: ApiKeyActParts = { ...given, valid };
  return Object.freeze<ApiKeys<string>>({
    create: (userId, key, origin) => createApiKey(parts, userId, key, origin),
    list: (userId) => listApiKeys(parts, userId),
    get: (userId, id) => getApiKey(parts, userId, id),
    revoke: (userId, id, origin) => revokeApiKey(parts, userId, id, origin),
    authenticate: (key, origin) => authenticateByKey(parts, key, origin),
    verify: (key, permission, origin) => verifyApiKey(parts, key, permission, origin),
    forgetAll: () => valid.clear(),
  });
}
