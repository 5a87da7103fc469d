/** Used nonces as they are stored, so that none is accepted twice. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

/** A nonce that was used. */
export interface NonceDocument extends Entity {
  /** The nonce itself: it was issued here, so its length is known. */
  readonly id: string;
  /** Expiry time in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Collection of used nonces. */
export const usedNonces: Collection<NonceDocument, "by_end"> = defineCollection<NonceDocument>()({
  name: "used_nonces",
  indexes: { by_end: { fields: ["expiresAt"] } },
});
