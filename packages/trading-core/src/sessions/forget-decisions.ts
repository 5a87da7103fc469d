/** Decisions of sessions that have stopped long ago, deleted; record, orders and fills of a session stay. */

import { everyDocument, type Collection, type Entity, type Store } from "@bourse/kernel";

import { sessionCorrections, sessions, sessionSteps, type SessionDocument } from "./collections.ts";
import type { SessionParts } from "./session-parts.ts";

const DAY = 86_400_000;
/** Documents that one transaction deletes. */
const BATCH = 200;

/** Deletes the decisions, candles and corrections of sessions that stopped `keepDecisionsDays` ago; 0 keeps them. */
export async function forgetDecisions(
  { store, clock, keepDecisionsDays }: Pick<SessionParts, "store" | "clock" | "keepDecisionsDays">,
  signal: AbortSignal,
): Promise<void> {
  if (keepDecisionsDays === 0) return;
  const before = clock.now() - keepDecisionsDays * DAY;
  const stopped = { index: "by_state", equals: ["stopped"] } as const;
  for await (const found of everyDocument(store, sessions, stopped)) {
    if (signal.aborted) return;
    const { decisionsKept = "all", isFollowing, stoppedAt, id } = found.value;
    if (decisionsKept === "none" || isFollowing || stoppedAt === null || stoppedAt > before)
      continue;
    // Said first, so that nobody takes what is left for all that there was.
    const marked = decisionsKept === "all" ? await keeps(store, found.value, "part") : found.value;
    if (marked === undefined) continue;
    await deleteAll(store, sessionSteps, id, signal);
    await deleteAll(store, sessionCorrections, id, signal);
    if (!signal.aborted) await keeps(store, marked, "none");
  }
}

/** Notes what is left of the decisions; undefined where the session was changed meanwhile. */
async function keeps(
  store: Store,
  { id }: SessionDocument,
  decisionsKept: "part" | "none",
): Promise<SessionDocument | undefined> {
  return await store.transaction(async (tx) => {
    const found = await tx.get(sessions, id);
    if (found?.value.state !== "stopped") return undefined;
    return (await tx.replace(sessions, { ...found.value, decisionsKept }, found.version)).value;
  });
}

async function deleteAll<Document extends Entity>(
  store: Store,
  collection: Collection<Document, "by_session">,
  sessionId: string,
  signal: AbortSignal,
): Promise<void> {
  const query = { index: "by_session", equals: [sessionId], limit: BATCH } as const;
  while (!signal.aborted) {
    const { items } = await store.find(collection, query);
    if (items.length === 0) return;
    await store.transaction(async (tx) => {
      for (const { value } of items) await tx.delete(collection, value.id);
    });
  }
}
