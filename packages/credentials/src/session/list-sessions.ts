/** The list of a user's live sessions. */

import { sessions } from "./session-document.ts";
import { type Session, isOver, sessionView } from "./session.ts";
import type { SessionsParts } from "./sessions-parts.ts";

/** A user's live sessions, newest first, at most 1000. */
export async function listSessions(
  { store, clock }: Pick<SessionsParts, "store" | "clock">,
  userId: string,
): Promise<readonly Session[]> {
  const page = await store.find(sessions, {
    index: "by_user",
    equals: [userId],
    order: "desc",
    limit: 1000,
  });
  return page.items
    .filter(({ value }) => !isOver(value, clock))
    .map(({ value }) => sessionView(value));
}
