/** The refresh of a session by its token: moved, perhaps rotated, or ended when an old token is used again. */

import type { Transaction } from "@bourse/kernel";

import {
  childOf,
  digestOf,
  isOfFamily,
  matchesDigest,
  newSalt,
} from "../token-family/token-family.ts";
import { type RefreshToken, formatRefreshToken, parseRefreshToken } from "./refresh-token.ts";
import { type SessionDocument, sessions } from "./session-document.ts";
import { type Session, isOver, sessionView } from "./session.ts";
import type { SessionsParts } from "./sessions-parts.ts";

/** Result of a refresh. */
export type RefreshOutcome =
  | {
      readonly ok: true;
      /** The session with its idle timeout moved. */
      readonly session: Session;
      /** New refresh token; null unless a rotation was requested. */
      readonly refreshToken: string | null;
    }
  | {
      readonly ok: false;
      /** `unknown` for a token that the session has never issued, and for every token after its end. */
      readonly reason: "unknown" | "expired";
    }
  | {
      readonly ok: false;
      /** An ancestor of the present token was used again: somebody stole it, so the session has been ended. */
      readonly reason: "reused";
      /** The session that has been ended. */
      readonly session: Session;
    };

type Times = Pick<SessionsParts, "clock" | "idleSeconds" | "rotationGraceSeconds">;

/** Moves the idle timeout of the session that issued the token; with `rotate` it gets a new token. */
export async function refreshSession(
  parts: Times & Pick<SessionsParts, "store" | "live">,
  refreshToken: string,
  rotate: boolean,
): Promise<RefreshOutcome> {
  const token = parseRefreshToken(refreshToken);
  if (token === undefined) return { ok: false, reason: "unknown" };
  const outcome = await parts.store.transaction((tx) => refreshIn(tx, parts, token, rotate));
  if (!outcome.ok) parts.live.evict([token.sessionId]);
  return outcome;
}

async function refreshIn(
  tx: Transaction,
  times: Times,
  { sessionId, secret }: RefreshToken,
  rotate: boolean,
): Promise<RefreshOutcome> {
  const found = await tx.get(sessions, sessionId);
  if (found === undefined) return { ok: false, reason: "unknown" };
  const session = found.value;
  if (!isOfFamily(secret, session.familyKey)) return { ok: false, reason: "unknown" };
  if (isOver(session, times.clock)) return { ok: false, reason: "expired" };
  const isCurrent = matchesDigest(secret, session.secretHash);
  const isParent = matchesDigest(secret, session.parentHash);
  if (!isCurrent && !(isParent && times.clock.now() < (session.parentUntil ?? 0))) {
    await tx.delete(sessions, session.id, found.version);
    return { ok: false, reason: "reused", session: sessionView(session) };
  }
  const touched = touch(session, times);
  // A parent within its grace period is not rotated again: answers that crossed or were lost hold the same child.
  const used = rotate && isCurrent ? rotated(touched, secret, times) : touched;
  const { value } = await tx.replace(sessions, used, found.version);
  const refreshToken =
    rotate && value.childSalt !== null
      ? formatRefreshToken(session.id, childOf(secret, value.childSalt, session.familyKey))
      : null;
  return { ok: true, session: sessionView(value), refreshToken };
}

/** The session with its idle timeout moved. */
function touch(session: SessionDocument, { clock, idleSeconds }: Times): SessionDocument {
  const now = clock.now();
  const idleUntil = Math.min(now + idleSeconds * 1000, session.absoluteUntil);
  return { ...session, lastUsedAt: now, idleUntil };
}

/** The session under a child of `secret`, which stays accepted for the grace period. */
function rotated(
  session: SessionDocument,
  secret: string,
  { clock, rotationGraceSeconds }: Times,
): SessionDocument {
  const childSalt = newSalt();
  return {
    ...session,
    secretHash: digestOf(childOf(secret, childSalt, session.familyKey)),
    childSalt,
    parentHash: session.secretHash,
    parentUntil: clock.now() + rotationGraceSeconds * 1000,
  };
}
