/** Second factors as they are stored: secrets sealed, recovery codes as digests. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

import type { VerifiedPasskey } from "../passkeys/ceremonies.ts";

/** A passkey as it is stored; nothing of it is secret. */
interface StoredPasskey extends VerifiedPasskey {
  /** Ways in which its authenticator is reached. */
  readonly transports: readonly string[];
}

/** A stored second factor. All times in milliseconds since the Unix epoch (UTC). */
export interface FactorDocument extends Entity {
  /** UUID of the factor. */
  readonly id: string;
  /** Account that the factor belongs to. */
  readonly userId: string;
  /** Kind of the factor: an authenticator app, or a passkey. */
  readonly kind: "totp" | "passkey";
  /** Name that its owner gave it; absent in an authenticator app. */
  readonly name?: string;
  /** The passkey; absent in an authenticator app. */
  readonly passkey?: StoredPasskey;
  /** Secret of the authenticator app, sealed under a key that is derived from the master key; empty in a passkey. */
  readonly secret: string;
  /** Digests of the recovery codes that were not used; empty until the factor is confirmed. */
  readonly recovery: readonly string[];
  /** Id of the removed factor that these recovery codes came with; absent for codes of its own. */
  readonly recoveryOf?: string;
  /** Time at which the factor was confirmed, or begun until then. */
  readonly createdAt: number;
  /** End of the time in which the factor may be confirmed; null once it is. */
  readonly pendingUntil: number | null;
  /** Step of the last code that was accepted, or null: no code of it or of an earlier step is accepted again. */
  readonly usedStep: number | null;
  /** Time at which the factor or one of its recovery codes was last accepted after its confirmation; null before. */
  readonly lastUsedAt: number | null;
}

/** Collection of second factors; part of the collections that the store of a core is opened with. */
export const factorDocuments: Collection<FactorDocument, "by_user" | "by_pending"> =
  defineCollection<FactorDocument>()({
    name: "factors",
    indexes: {
      by_user: { fields: ["userId", "pendingUntil"] },
      by_pending: { fields: ["pendingUntil"] },
    },
  });
