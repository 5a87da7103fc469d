/** One-time codes of admins and revoked wallets as they are stored. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

/** An open one-time code; it is deleted when it is redeemed and replaced when a new one is issued. */
export interface AdminCodeDocument extends Entity {
  /** SHA-256 of the comparable form of the email address in base64url: one open code for each address. */
  readonly id: string;
  /** SHA-256 of the code in base64url. The code itself is not stored. */
  readonly codeHash: string;
  /** Expiry time in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The collection of open admin codes. */
export const adminCodes: Collection<AdminCodeDocument> = defineCollection<AdminCodeDocument>()({
  name: "admin_codes",
  indexes: {},
});

/** A wallet or address on the operator's lists whose admin was revoked: its proof no longer gives the role. */
export interface RevokedWalletDocument extends Entity {
  /** Comparable form of the wallet address; of an email address its digest. */
  readonly id: string;
  /** Time of the revocation in milliseconds since the epoch. */
  readonly revokedAt: number;
}

/** The collection of revoked wallets. */
export const revokedWallets: Collection<RevokedWalletDocument> =
  defineCollection<RevokedWalletDocument>()({ name: "revoked_admin_wallets", indexes: {} });
