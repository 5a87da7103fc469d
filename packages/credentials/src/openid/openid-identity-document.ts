/** Identities at OpenID providers that accounts are linked with. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

/** A stored identity. All times in milliseconds since the Unix epoch (UTC). */
export interface OpenIdIdentityDocument extends Entity {
  /** UUID of the link. */
  readonly id: string;
  /** Account that the identity signs in to. */
  readonly userId: string;
  /** Name of the provider at the time of the link. */
  readonly provider: string;
  /** Issuer of the id tokens. */
  readonly issuer: string;
  /** Id of the person at the issuer. */
  readonly subject: string;
  /** E-mail address that the provider told; null for none. */
  readonly email: string | null;
  /** Key of that address where the provider has verified it, else null. */
  readonly provedEmailKey: string | null;
  /** Time of the link. */
  readonly createdAt: number;
  /** Time of the last sign-in; null before the first one after the link. */
  readonly lastUsedAt: number | null;
}

/** Collection of identities. The unique index `by_subject` lets one identity sign in to one account only. */
export const openIdIdentities: Collection<OpenIdIdentityDocument, "by_user" | "by_subject"> =
  defineCollection<OpenIdIdentityDocument>()({
    name: "openid_identities",
    indexes: {
      by_user: { fields: ["userId", "createdAt"] },
      by_subject: { fields: ["issuer", "subject"], unique: true },
    },
  });
