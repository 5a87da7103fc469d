/** Challenges as they are stored: a login or a session that waits for its second factor, by the digest of its token. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

/** Purpose of a challenge: it opens nothing else. */
export type ChallengePurpose = "login" | "step_up";

/** A stored challenge. */
export interface FactorChallengeDocument extends Entity {
  /** SHA-256 of the token in base64url. */
  readonly id: string;
  /** Purpose of the challenge. */
  readonly purpose: ChallengePurpose;
  /** Account that has to answer. */
  readonly userId: string;
  /** The first proof of the login as a digest, or the id of the session that is stepped up. */
  readonly boundTo: string;
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
