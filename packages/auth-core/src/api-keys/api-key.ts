/** An API key as it is stored, and as its owner sees it. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

import type { Permission } from "../permissions.ts";

export interface ApiKeyDocument extends Entity {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** SHA-256 of the key, base64url. */
  readonly digest: string;
  /** The key's first characters, for its owner to know it by. */
  readonly prefix: string;
  readonly permissions: readonly Permission[];
  /** Milliseconds UTC, like all times here. */
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
}

export const apiKeys: Collection<ApiKeyDocument, "by_digest" | "by_user"> =
  defineCollection<ApiKeyDocument>()({
    name: "api_keys",
    indexes: {
      by_digest: { fields: ["digest"], unique: true },
      by_user: { fields: ["userId", "revokedAt", "createdAt"] },
    },
  });

/** What a list or a look at one key shows; times ISO 8601, UTC. */
export interface ApiKeyView {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly permissions: readonly Permission[];
  readonly status: "active" | "expired";
  readonly lastUsed: string | null;
  readonly expiresAt: string | null;
  readonly createdAt: string;
}

/** `lastUsedAt` may be newer than the stored one: uses are written behind. */
export function viewOf(key: ApiKeyDocument, lastUsedAt: number | null, now: number): ApiKeyView {
  const iso = (time: number | null): string | null =>
    time === null ? null : new Date(time).toISOString();
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    permissions: key.permissions,
    status: isExpired(key, now) ? "expired" : "active",
    lastUsed: iso(lastUsedAt),
    expiresAt: iso(key.expiresAt),
    createdAt: new Date(key.createdAt).toISOString(),
  };
}

export function isExpired(key: ApiKeyDocument, now: number): boolean {
  return key.expiresAt !== null && now >= key.expiresAt;
}
