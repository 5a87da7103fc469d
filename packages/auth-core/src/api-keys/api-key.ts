/** An API key as it is stored, and the part of it that its owner sees. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

import type { KeyLimits } from "../key-use/key-limits.ts";
import type { KeyRestrictions } from "../key-use/restrictions.ts";
import type { Permission } from "../permissions.ts";
import type { FormerKey } from "./former-key.ts";
import type { StoredUse } from "./last-used.ts";

/** A stored API key. All times in milliseconds since the Unix epoch (UTC). */
export interface ApiKeyDocument extends Entity, KeyRestrictions {
  readonly id: string;
  /** Owner: an account, or an organization. */
  readonly userId: string;
  /** The same id again for a key of an organization; absent for one of an account. */
  readonly organizationId?: string;
  /** Id of the key that created this one; absent where an account did, and in keys of releases that kept no parents. */
  readonly parentId?: string;
  readonly name: string;
  /** SHA-256 of the key, base64url. */
  readonly digest: string;
  /** First characters of the key, up to the fourth of its secret, by which its owner recognises it. */
  readonly prefix: string;
  readonly permissions: readonly string[];
  /** Absent for a key without limits. */
  readonly limits?: KeyLimits;
  /** Time of the last rotation; absent for a key that was never rotated. */
  readonly rotatedAt?: number;
  readonly createdAt: number;
  /** null for a key without expiry. */
  readonly expiresAt: number | null;
  /** End that its owner was told of before; absent for a key whose end was not told. */
  readonly toldEnd?: number;
  /** null for a key that was not revoked. */
  readonly revokedAt: number | null;
  /** Last use that was written to the store; null before the first one. */
  readonly lastUsedAt: number | null;
  /** IP address of that use; absent where it is not known, and in keys of releases that kept none. */
  readonly lastUsedAddress?: string;
}

/** Collection of API keys. */
export const apiKeys: Collection<ApiKeyDocument, "by_digest" | "by_user" | "by_end"> =
  defineCollection<ApiKeyDocument>()({
    name: "api_keys",
    indexes: {
      by_digest: { fields: ["digest"], unique: true },
      by_user: { fields: ["userId", "revokedAt", "createdAt"] },
      by_end: { fields: ["expiresAt"] },
    },
  });

/** An API key as its owner sees it. All times in milliseconds since the Unix epoch (UTC). */
export interface ApiKeyView<Name extends string = Permission> {
  /** UUID of the key. */
  readonly id: string;
  /** Name that the owner gave the key. */
  readonly name: string;
  /** First characters of the key, by which its owner recognises it. */
  readonly prefix: string;
  /** Permissions of the key; `admin` implies all others. */
  readonly permissions: readonly Name[];
  /** Environment of the key, the second part of its text: `live` unless another was asked for. */
  readonly environment: string;
  /** IP addresses and networks that the key is accepted from; empty for everywhere. */
  readonly addresses: readonly string[];
  /** Web origins that the key is accepted from; empty for everywhere. */
  readonly origins: readonly string[];
  /** Maximum use of the key; null for a key without limits. */
  readonly limits: KeyLimits | null;
  /** Keys that a rotation has replaced and that are still accepted, those that end first before the others. */
  readonly former: readonly FormerKey[];
  /** `expired` once `expiresAt` has passed. */
  readonly status: "active" | "expired";
  /** Time of the last use; null for a key that was never used. */
  readonly lastUsedAt: number | null;
  /** IP address that the last use came from; null for a key that was never used, and where it is not known. */
  readonly lastUsedAddress: string | null;
  /** Time at which the key expires; null for a key without expiry. */
  readonly expiresAt: number | null;
  /** Time at which the key was created. */
  readonly createdAt: number;
  /** Id of the key that created this one and with which it ends; null where the account did, or it was not recorded. */
  readonly parentId: string | null;
  /** Id of the organization that owns the key; null for a key of an account. */
  readonly organizationId: string | null;
}

/** The public part of a key. Its last use may be newer than the stored one: uses are written with a delay. */
export function viewOf(
  key: ApiKeyDocument,
  { lastUsedAt, lastUsedAddress }: StoredUse,
  former: readonly FormerKey[],
  now: number,
): ApiKeyView<string> {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    permissions: key.permissions,
    environment: environmentOf(key),
    addresses: key.addresses ?? [],
    origins: key.origins ?? [],
    limits: key.limits ?? null,
    former,
    status: isExpired(key, now) ? "expired" : "active",
    lastUsedAt,
    lastUsedAddress: lastUsedAddress ?? null,
    expiresAt: key.expiresAt,
    createdAt: key.createdAt,
    parentId: key.parentId ?? null,
    organizationId: key.organizationId ?? null,
  };
}

/** The key and its owner, as events name them. */
export function subjectOf({ id: keyId, userId, organizationId }: ApiKeyDocument): {
  readonly userId: string;
  readonly keyId: string;
  readonly organizationId?: string;
} {
  return { userId, keyId, ...(organizationId === undefined ? {} : { organizationId }) };
}

/** True when the key has expired at `now` (milliseconds UTC). */
export function isExpired(key: ApiKeyDocument, now: number): boolean {
  return key.expiresAt !== null && now >= key.expiresAt;
}

/** Environment of a key: the part of its text between `bk_` and the secret. */
export function environmentOf({ prefix }: Pick<ApiKeyDocument, "prefix">): string {
  return prefix.split("_")[1] ?? "live";
}
