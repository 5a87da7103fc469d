/** API keys as kept: never the key, only its digest. */

import { defineCollection, type Collection, type Entity } from "@bourse/kernel";

/** share data. read: retrieve it. admin: everything, keys too. */
export type KeyScope = "share" | "read" | "admin";

export interface ApiKeyDocument extends Entity {
  /** SHA-256 of the key. It has 256 random bits, so a fast digest keeps it as safe as a slow one would. */
  readonly digest: string;
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  /** Milliseconds UTC. */
  readonly createdAt: number;
  /** Milliseconds UTC; null while it is good. */
  readonly revokedAt: number | null;
}

/** Store collection of API keys. */
export const apiKeyDocuments: Collection<ApiKeyDocument, "by_digest" | "by_creation"> =
  defineCollection<ApiKeyDocument>()({
    name: "api_keys",
    indexes: {
      by_digest: { fields: ["digest"], unique: true },
      by_creation: { fields: ["createdAt"] },
    },
  });
