/** Nonces as they are stored; a used or expired nonce is deleted. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

/** A stored nonce. */
export interface NonceDocument extends Entity {
  /** The nonce itself. */
  readonly id: string;
  /** Comparable form of the wallet address. */
  readonly walletKey: string;
  /** The message that was issued. */
  readonly message: string;
  /** Expiry time in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The collection of nonces. */
export const nonces: Collection<NonceDocument, "by_end"> = defineCollection<NonceDocument>()({
  name: "wallet_nonces",
  indexes: { by_end: { fields: ["expiresAt"] } },
});
