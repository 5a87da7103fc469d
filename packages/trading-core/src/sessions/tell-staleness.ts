/** The event of a session whose candles fall silent or go on: once for each, in the transaction that notes it. */

import type { Transaction } from "@bourse/kernel";

import type { SessionDocument } from "./collections.ts";
import { subjectOf, type SessionParts } from "./session-parts.ts";

/** Tells that the candles of a session have fallen silent, or go on; nothing where neither has changed. */
export async function tellStaleness(
  { tell }: Pick<SessionParts, "tell">,
  tx: Transaction,
  before: SessionDocument,
  after: SessionDocument,
): Promise<void> {
  const isStale = after.staleSince !== null;
  if (isStale === (before.staleSince !== null)) return;
  await tell(tx, {
    type: isStale ? "session.stale" : "session.fresh",
    timestamp: after.updatedAt,
    session: subjectOf(after),
    staleSince: after.staleSince ?? before.staleSince ?? after.updatedAt,
  });
}
