/** Keys that a rotation has replaced, and that are accepted until their grace period ends. */

import { type Collection, defineCollection, type Entity } from "@bourse/kernel";

/** A replaced key. All times in milliseconds since the Unix epoch (UTC). */
export interface FormerKeyDocument extends Entity {
  /** SHA-256 of the replaced key, base64url. */
  readonly id: string;
  /** Id of the API key that it was of. */
  readonly keyId: string;
  readonly userId: string;
  /** First characters of the replaced key. */
  readonly prefix: string;
  /** End of its grace period. */
  readonly until: number;
  /** Last use that was written to the store, of the time before the rotation too; null before the first one. */
  readonly lastUsedAt: number | null;
}

/** Collection of replaced keys. */
export const formerKeys: Collection<FormerKeyDocument, "by_key" | "by_until" | "by_user"> =
  defineCollection<FormerKeyDocument>()({
    name: "former_api_keys",
    indexes: {
      by_key: { fields: ["keyId", "until"] },
      by_until: { fields: ["until"] },
      by_user: { fields: ["userId"] },
    },
  });

/** A replaced key as the owner sees it. All times in milliseconds since the Unix epoch (UTC). */
export interface FormerKey {
  /** First characters of the replaced key, by which its owner recognises it. */
  readonly prefix: string;
  /** Time until which it is accepted. */
  readonly validUntil: number;
  /** Time of its last use, as long as it was the key and since; null for one that was never used. */
  readonly lastUsedAt: number | null;
}
