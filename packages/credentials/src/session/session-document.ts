/** A login as it is stored; its refresh secret only as a digest. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

export interface SessionDocument extends Entity {
  readonly id: string;
  readonly userId: string;
  /** SHA-256 of the refresh secret, base64url. */
  readonly secretHash: string;
  /** The digest before the last rotation, and until when (milliseconds UTC) it is still taken. */
  readonly parentHash: string | null;
  readonly parentUntil: number | null;
  /** What made the present secret out of its parent; null before the first rotation. */
  readonly childSalt: string | null;
  /** Milliseconds UTC, like all times here. */
  readonly createdAt: number;
  readonly lastUsedAt: number;
  /** Moved by every refresh, never past `absoluteUntil`. */
  readonly idleUntil: number;
  readonly absoluteUntil: number;
  readonly userAgent: string | null;
  readonly ip: string | null;
}

export const sessions: Collection<SessionDocument, "by_user" | "by_end"> =
  defineCollection<SessionDocument>()({
    name: "sessions",
    indexes: {
      by_user: { fields: ["userId", "createdAt"] },
      by_end: { fields: ["idleUntil"] },
    },
  });
