/** The end of one session: by its owner, or by whoever holds its refresh token. */

import { isOfFamily } from "../token-family/token-family.ts";
import { parseRefreshToken } from "./refresh-token.ts";
import { sessions } from "./session-document.ts";
import { type Session, isOver, sessionView } from "./session.ts";
import type { SessionsParts } from "./sessions-parts.ts";

type Parts = Pick<SessionsParts, "store" | "clock" | "live">;

/** Ends one session of this user; false when there is none. */
export async function endSession(
  { store, clock, live }: Parts,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const ended = await store.transaction(async (tx) => {
    const found = await tx.get(sessions, sessionId);
    if (found === undefined || found.value.userId !== userId) return false;
    return (await tx.delete(sessions, sessionId, found.version)) && !isOver(found.value, clock);
  });
  if (ended) live.evict([sessionId]);
  return ended;
}

/** Ends the session that issued the token, and returns it; undefined when there is none or it has expired. */
export async function endSessionByToken(
  { store, clock, live }: Parts,
  refreshToken: string,
): Promise<Session | undefined> {
  const token = parseRefreshToken(refreshToken);
  if (token === undefined) return undefined;
  const ended = await store.transaction(async (tx) => {
    const found = await tx.get(sessions, token.sessionId);
    if (found === undefined || isOver(found.value, clock)) return undefined;
    if (!isOfFamily(token.secret, found.value.familyKey)) return undefined;
    await tx.delete(sessions, token.sessionId, found.version);
    return sessionView(found.value);
  });
  if (ended !== undefined) live.evict([ended.id]);
  return ended;
}
