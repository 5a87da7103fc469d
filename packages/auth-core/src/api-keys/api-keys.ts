/** API keys: long-lived credentials for servers, shown once, found by their digest, revoked at once. */

import type { Origin } from "@bourse/credentials";

import { KeyLimiter } from "../key-use/key-limits.ts";
import type { KeyUsage } from "../key-use/key-usage.ts";
import type { KeyRequest } from "../key-use/restrictions.ts";
import { checkUsageSums, sumUsage, type UsageSums } from "../key-use/usage-sums.ts";
import type { ListOptions, RecordPage } from "../page.ts";
import type { Permission } from "../permissions.ts";
import type { ApiKeyView } from "./api-key.ts";
import type { ApiKeyActParts, ApiKeysParts } from "./api-keys-parts.ts";
import {
  checkKeyRequest,
  judgeKey,
  type KeyHolder,
  type KeyJudgement,
} from "./authenticate-by-key.ts";
import { type CreatedApiKey, type NewApiKey, createApiKey } from "./create-api-key.ts";
import {
  getApiKey,
  type KeyListOptions,
  type KeyPageOptions,
  listApiKeys,
  ownedKey,
  pageOfApiKeys,
} from "./own-keys.ts";
import { revokeApiKey } from "./revoke-api-key.ts";
import { type KeyRotation, rotateApiKey } from "./rotate-api-key.ts";
import { type ApiKeyChange, updateApiKey } from "./update-api-key.ts";
import { ValidKeys } from "./valid-keys.ts";
import { type KeyToVerify, type KeyVerdict, verifyApiKey } from "./verify-api-key.ts";

/**
 * Creation, listing, revocation and verification of API keys. `origin` is recorded in the audit trail. A key of an
 * organization is found by its owners and administrators as one of their own, but in the lists of their own.
 */
export interface ApiKeys<Name extends string = Permission> {
  /**
   * Creates a key for a user.
   *
   * @throws AuthError VALIDATION_ERROR, details.path names the field; QUOTA_EXCEEDED; FORBIDDEN and INVALID_API_KEY for
   * a parent that lacks a permission or has ended; NOT_FOUND and FORBIDDEN for an organization
   */
  create(userId: string, key: NewApiKey<Name>, origin?: Origin): Promise<CreatedApiKey<Name>>;
  /**
   * The keys of a user, or of an organization, that are not revoked, newest first, at most 1000.
   *
   * @throws AuthError NOT_FOUND, FORBIDDEN for an organization whose keys the user does not manage
   */
  list(userId: string, options?: KeyListOptions): Promise<readonly ApiKeyView<Name>[]>;
  /**
   * A page of the keys of a user, or of an organization, that are not revoked, newest first. A search may answer fewer
   * than `limit` and still have a next page.
   *
   * @throws AuthError NOT_FOUND, FORBIDDEN; VALIDATION_ERROR, details.path `q` or `status`; StoreError
   * STORE_CURSOR_INVALID
   */
  page(userId: string, options?: KeyPageOptions): Promise<RecordPage<ApiKeyView<Name>>>;
  /** One key of a user. @throws AuthError NOT_FOUND for a foreign, unknown or revoked key */
  get(userId: string, id: string): Promise<ApiKeyView<Name>>;
  /**
   * Changes name, limits or the places that a key is accepted from; of use from the next request on, on other replicas
   * within a second.
   *
   * @throws AuthError NOT_FOUND; VALIDATION_ERROR, details.path names the field; FORBIDDEN for a key that changes
   * another one than its descendants
   */
  update(
    userId: string,
    id: string,
    change: ApiKeyChange,
    origin?: Origin,
  ): Promise<ApiKeyView<Name>>;
  /**
   * Replaces the secret of a key under the same id. The replaced one is accepted until its grace period ends, at most
   * eight beside the key. Of several calls at the same time one wins.
   *
   * @throws AuthError NOT_FOUND; VALIDATION_ERROR, details.path `graceSeconds`; CONFLICT for a key that has expired,
   * has eight replaced ones, or was rotated by another call; FORBIDDEN for a key that rotates another one than itself
   * and its descendants
   */
  rotate(
    userId: string,
    id: string,
    rotation?: KeyRotation,
    origin?: Origin,
  ): Promise<CreatedApiKey<Name>>;
  /**
   * Sums of the figures of a key's use, the newest first: of all routes in each hour or day (UTC), or of each route,
   * the most requests first. A time without use has no row.
   *
   * @throws AuthError NOT_FOUND; VALIDATION_ERROR, details.path `per`
   */
  usageSums(userId: string, id: string, sums: UsageSums): Promise<readonly KeyUsage[]>;
  /**
   * A page of the figures of a key's use by hour and route, the newest hour first. They are kept for 90 days; a process
   * that is killed loses those since its last `maintain`.
   *
   * @throws AuthError NOT_FOUND; StoreError STORE_CURSOR_INVALID
   */
  usage(userId: string, id: string, options?: ListOptions): Promise<RecordPage<KeyUsage>>;
  /**
   * Revokes a key and all that descend from it at once, and resolves to the time of revocation in milliseconds UTC.
   *
   * @throws AuthError NOT_FOUND for a foreign, unknown or revoked key
   */
  revoke(userId: string, id: string, origin?: Origin): Promise<number>;
  /**
   * The holder of a valid key: at once when the key's digest is cached, else as a promise; undefined when the key is
   * not valid, is bound to other places, or has reached a limit. Records the use, and the first use in the audit trail
   * with `origin`.
   *
   * @throws AuthError VALIDATION_ERROR, details.path names the part of `request`
   */
  authenticate(
    key: string,
    origin?: Origin,
    request?: KeyRequest,
  ): KeyHolder<Name> | undefined | Promise<KeyHolder<Name> | undefined>;
  /**
   * Checks a key that a service was handed, and a permission of it if one is named. A valid key is used by it, as by
   * `authenticate`; a key that is bound to addresses or origins needs them in `request`.
   *
   * @throws AuthError VALIDATION_ERROR, details.path names the part of `request`
   */
  verify(
    key: string,
    permission?: Name,
    origin?: Origin,
    request?: KeyToVerify,
  ): Promise<KeyVerdict<Name>>;
  /** Evicts all keys from the cache, as after an account was disabled. */
  forgetAll(): void;
}

/** The API keys of a core, with what its guard and its close need. */
export interface OpenedApiKeys {
  readonly keys: ApiKeys<string>;
  /** Judges a key at each request; `request` is not checked. */
  readonly judge: (
    key: string,
    request?: KeyRequest,
    origin?: Origin,
  ) => KeyJudgement | Promise<KeyJudgement>;
  /** Writes what the limits have counted. */
  readonly close: () => Promise<void>;
}

/** API keys over a store; a valid key is cached for at most a second. */
export function openApiKeys(given: ApiKeysParts): OpenedApiKeys {
  const limiter = new KeyLimiter(given);
  const valid = new ValidKeys({ ...given, limiter });
  const parts: ApiKeyActParts = { ...given, valid, limiter };
  const keys = Object.freeze<ApiKeys<string>>({
    create: (userId, key, origin) => createApiKey(parts, userId, key, origin),
    list: (userId, options) => listApiKeys(parts, userId, options),
    page: (userId, options) => pageOfApiKeys(parts, userId, options),
    get: (userId, id) => getApiKey(parts, userId, id),
    update: (userId, id, change, origin) => updateApiKey(parts, userId, id, change, origin),
    rotate: (userId, id, rotation, origin) => rotateApiKey(parts, userId, id, rotation, origin),
    usage: async (userId, id, options = {}) => {
      await ownedKey(parts.store, userId, id);
      return await parts.usage.list(id, options);
    },
    usageSums: async (userId, id, sums) => {
      checkUsageSums(sums);
      await ownedKey(parts.store, userId, id);
      await parts.usage.flush();
      return await sumUsage(parts.store, id, sums);
    },
    revoke: (userId, id, origin) => revokeApiKey(parts, userId, id, origin),
    authenticate: (key, origin, request) => {
      if (request !== undefined) checkKeyRequest(request);
      const judgement = judgeKey(parts, key, request, origin);
      return judgement instanceof Promise ? judgement.then(holderOf) : holderOf(judgement);
    },
    verify: (key, permission, origin, request) =>
      verifyApiKey(parts, key, permission, origin, request),
    forgetAll: () => valid.clear(),
  });
  return {
    keys,
    judge: (key, request, origin) => judgeKey(parts, key, request, origin),
    close: () => limiter.close(),
  };
}

function holderOf(judgement: KeyJudgement): KeyHolder<string> | undefined {
  return judgement.code === "VALID" ? judgement.holder : undefined;
}
