/** Failures of logins as a store that several processes share keeps them. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

/** Recent failures of one key. */
export interface LoginFailureDocument extends Entity {
  /** Kind of failure and SHA-256 of its key in base64url, joined by a colon. */
  readonly id: string;
  /** Times of the failures in milliseconds since the Unix epoch, oldest first. */
  readonly times: readonly number[];
  /** End of the window of the last failure in milliseconds since the Unix epoch. */
  readonly until: number;
}

/** Collection of login failures; part of the collections that the store of a core is opened with. */
export const loginFailures: Collection<LoginFailureDocument, "by_end"> =
  defineCollection<LoginFailureDocument>()({
    name: "login_failures",
    indexes: { by_end: { fields: ["until"] } },
  });
