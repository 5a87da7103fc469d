/** Sessions as the wire spells them. */

import type { Session } from "@bourse/auth-core";
import type { Session as WireSession } from "@bourse/contract/auth";

import { isoTime } from "../../time/iso-time.ts";
import { wireNarrowing } from "./permissions.ts";

/** A session of the caller, who asks with the session `currentId` or, with an API key, with none (null). */
export function wireSession(session: Session, currentId: string | null): WireSession {
  return {
    id: session.id,
    createdAt: isoTime(session.createdAt),
    lastUsedAt: isoTime(session.lastUsedAt),
    expiresAt: isoTime(session.expiresAt),
    userAgent: session.userAgent,
    ip: session.ip,
    current: session.id === currentId,
    ...wireNarrowing(session),
  };
}
