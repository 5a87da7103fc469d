/** The end of a live session that was stopped and cannot be played any more, as one whose strategy has changed. */

import { liveClaims, sessions } from "../collections.ts";
import { findSession } from "../read-session.ts";
import { claimOf } from "./claim.ts";
import type { LiveRunner } from "./live-session.ts";

/** Gives the session up as it stands, with the reason; its symbol is free again. */
export async function endStopped(
  { parts, account, holder }: LiveRunner,
  id: string,
  error: unknown,
): Promise<void> {
  await parts.store.transaction(async (tx) => {
    const { value, version } = await findSession(tx, id);
    if (value.holder !== holder || value.state !== "stopped") return;
    const why = (error as Error).message;
    const reason = `It was stopped and its orders were cancelled, but what they filled last may be missing here: ${why}`;
    const ended = { ...value, reason: reason.slice(0, 500), isFollowing: false, holder: null };
    await tx.replace(sessions, ended, version);
    await tx.delete(liveClaims, claimOf(account.account, value.request.symbol));
  });
}
