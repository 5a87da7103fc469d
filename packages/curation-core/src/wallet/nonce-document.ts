/** A nonce as it is stored; used or swept away, it is gone. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

export interface NonceDocument extends Entity {
  /** The nonce. */
  readonly id: string;
  readonly walletKey: string;
  readonly message: string;
  /** Milliseconds UTC. */
  readonly expiresAt: number;
}

export const nonces: Collection<NonceDocument, "by_end"> = defineCollection<NonceDocument>()({
  name: "wallet_nonces",
  indexes: { by_end: { fields: ["expiresAt"] } },
});
