/**
 * Challenges as they are stored, by the digest of their token: a login or a session that waits for its second factor,
 * and the challenges of passkeys that were used.
 */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

/** Purpose of a challenge: it opens nothing else. */
export type ChallengePurpose = "login" | "step_up" | "recovery" | "passkey_setup" | "passkey_login";

/** A stored challenge. */
export interface FactorChallengeDocument extends Entity {
  /** SHA-256 of the token in base64url. */
  readonly id: string;
  /** Purpose of the challenge. */
  readonly purpose: ChallengePurpose;
  /** Account that has to answer; empty for a used challenge of a login by a passkey alone. */
  readonly userId: string;
  /** Digest of the first proof, or the id of the session that is stepped up; empty for a passkey's. */
  readonly boundTo: string;
  /** Permissions that the login is narrowed to; absent for none. */
  readonly permissions?: readonly string[];
  /** Number of wrong answers. */
  readonly failures: number;
  /** Time from which it is refused, in milliseconds since the Unix epoch (UTC). */
  readonly expiresAt: number;
}

/** Collection of challenges; part of the collections that the store of a core is opened with. */
export const factorChallenges: Collection<FactorChallengeDocument, "by_user" | "by_end"> =
  defineCollection<FactorChallengeDocument>()({
    name: "factor_challenges",
    indexes: { by_user: { fields: ["userId"] }, by_end: { fields: ["expiresAt"] } },
  });
