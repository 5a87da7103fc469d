/** The end of many sessions: all of a user, of a device, all there are, and those that expired long ago. */

import { type Transaction, deleteFound } from "@bourse/kernel";

import { sessions } from "./session-document.ts";
import type { SessionsParts } from "./sessions-parts.ts";

const KEEP_EXPIRED_MILLISECONDS = 7 * 86_400_000;

/** Deletes all sessions of a user but `except` in the caller's transaction; resolves to their ids. */
export async function endSessionsOf(
  tx: Transaction,
  userId: string,
  except?: string,
): Promise<readonly string[]> {
  const ended: string[] = [];
  for (;;) {
    const { items } = await tx.find(sessions, { index: "by_user", equals: [userId], limit: 100 });
    const doomed = items.filter(({ value }) => value.id !== except);
    for (const { value } of doomed) await tx.delete(sessions, value.id);
    ended.push(...doomed.map(({ value }) => value.id));
    if (doomed.length === 0) return ended;
  }
}

/** Deletes the sessions that a remembered device has opened, in the caller's transaction; resolves to their ids. */
export async function endSessionsOfDevice(
  tx: Transaction,
  userId: string,
  deviceId: string,
): Promise<readonly string[]> {
  const { items } = await tx.find(sessions, { index: "by_user", equals: [userId], limit: 1000 });
  const doomed = items.filter(({ value }) => value.deviceId === deviceId);
  for (const { value } of doomed) await tx.delete(sessions, value.id);
  return doomed.map(({ value }) => value.id);
}

/** Deletes all sessions of all users, a thousand in one transaction; resolves to their number. */
export async function endEverybodysSessions({
  store,
  live,
}: Pick<SessionsParts, "store" | "live">): Promise<number> {
  let ended = 0;
  for (;;) {
    const deleted = await deleteFound(store, sessions, {});
    live.clear();
    if (deleted === 0) return ended;
    ended += deleted;
  }
}

/** Deletes sessions that expired more than a week ago; resolves to their number, at most 1000 a call. */
export function sweepSessions({
  store,
  clock,
}: Pick<SessionsParts, "store" | "clock">): Promise<number> {
  return deleteFound(store, sessions, {
    index: "by_end",
    range: { lte: clock.now() - KEEP_EXPIRED_MILLISECONDS },
  });
}
