/**
 * The deletion of an account, in two steps that go on after a kill. The first, one transaction, takes the person out of
 * the account, frees its name and addresses, and ends its sessions, so that nobody can log in or cancel any more. The
 * second, a minute later, deletes what the account owned and takes its name out of the records that stay: requests that
 * were under way at the first step, here or in another process, have ended by then and leave nothing behind.
 */

import { showCreatorWallet } from "../accounts/move-wallet.ts";
import { type UserDocument, users } from "../users/user-document.ts";
import type { PersonalDataParts } from "./personal-data-parts.ts";
import { prepareDeletionNotice } from "./request-deletion.ts";

/** Name that records show for an account that was deleted; no account can have it. */
export const DELETED_NAME = "[deleted]";

/** Time from the first step to the second. */
const SETTLE_MILLISECONDS = 60_000;

/** Takes the person out of an account whose deletion is due; no-op when it is not, or not any more. */
export async function takePersonOut(
  parts: PersonalDataParts,
  account: UserDocument,
): Promise<void> {
  const { ledger, mail, clock, trail, logins } = parts;
  const { id } = account;
  const now = clock.now();
  const notice = await prepareDeletionNotice(parts, account, "account_deleted", now);
  const ended = await ledger.run(async (unit) => {
    const { tx } = unit;
    const found = await tx.get(users, id);
    if (found === undefined || found.value.isErased === true) return null;
    if ((found.value.deletesAt ?? Infinity) > now) return null;
    await tx.replace(users, erased(found.value, now), found.version);
    if (found.value.walletKey !== null) await showCreatorWallet(unit, id, null);
    await mail.endLinks(tx, id, "any");
    await mail.add(tx, notice);
    await trail.appendIn(tx, {
      action: "account.deleted",
      actor: "system",
      account: id,
      subject: id,
    });
    return await logins.sessions.endAll(tx, id);
  });
  if (ended !== null) logins.sessions.settle(ended);
}

/** Nothing of the person: no name has the form of an id. */
function erased({ id, createdAt, totalMarketsCreated }: UserDocument, now: number): UserDocument {
  return {
    id,
    walletAddress: null,
    walletKey: null,
    walletVerified: false,
    username: DELETED_NAME,
    usernameKey: id,
    email: null,
    emailKey: null,
    passwordHash: null,
    displayName: null,
    avatarUrl: null,
    bio: null,
    roles: [],
    isAdmin: false,
    totalMarketsCreated,
    createdAt,
    updatedAt: now,
    lastLoginAt: null,
    deletesAt: now + SETTLE_MILLISECONDS,
    isErased: true,
  };
}
