/** A login as it is stored; of its refresh tokens only digests. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

/** All times in milliseconds since the Unix epoch (UTC). */
export interface SessionDocument extends Entity {
  /** UUID of the session. */
  readonly id: string;
  /** Id of the user who logged in. */
  readonly userId: string;
  /** Key of the tag that every refresh token of this session carries; see `token-family.ts`. */
  readonly familyKey: string;
  /** SHA-256 of the present refresh secret, base64url. */
  readonly secretHash: string;
  /** Digest before the last rotation; null before the first one. */
  readonly parentHash: string | null;
  /** End of the grace period in which the parent is still accepted. */
  readonly parentUntil: number | null;
  /** Salt that derived the present secret from its parent; null before the first rotation. */
  readonly childSalt: string | null;
  /** Time of the login. */
  readonly createdAt: number;
  /** Time of the login or the last refresh. */
  readonly lastUsedAt: number;
  /** End of the idle timeout: moved by every refresh, never past `absoluteUntil`. */
  readonly idleUntil: number;
  /** End of the absolute timeout. */
  readonly absoluteUntil: number;
  /** `User-Agent` of the login, at most 300 characters; null when the client sent none. */
  readonly userAgent: string | null;
  /** IP address of the login; null when the transport did not know it. */
  readonly ip: string | null;
  /** Time at which its holder last answered by a second factor for a change; absent until then. */
  readonly steppedUpAt?: number;
  /** Remembered device that stood for the second factor of the login; absent for none. */
  readonly deviceId?: string;
  /** Permissions that the login was narrowed to; absent for a login with all those of its account. */
  readonly permissions?: readonly string[];
}

/** Collection of sessions; part of the collections that the store of a core is opened with. */
export const sessions: Collection<SessionDocument, "by_user" | "by_end"> =
  defineCollection<SessionDocument>()({
    name: "sessions",
    indexes: {
      by_user: { fields: ["userId", "createdAt"] },
      by_end: { fields: ["idleUntil"] },
    },
  });
