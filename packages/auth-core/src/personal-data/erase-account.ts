/**
 * The deletion of an account, in two steps that go on after a kill. The first, one transaction, takes the person out of
 * the account and ends its sessions, so that nobody can log in or cancel any more. The second, a minute later, deletes
 * what the account owned in batches, and the account last: requests that were under way at the first step, here or in
 * another process, have ended by then and leave nothing behind.
 */

import {
  deleteOwnedBy,
  factorChallenges,
  factorDocuments,
  heldEmails,
  mailTokens,
  openIdIdentities,
  type OwnedCollection,
  rememberedDevices,
  sessions,
} from "@bourse/credentials";

import { type AccountDocument, accounts } from "../accounts/account.ts";
import { apiKeys } from "../api-keys/api-key.ts";
import { formerKeys } from "../api-keys/former-key.ts";
import { deviceCodes } from "../devices/device-code-document.ts";
import { keyWindows } from "../key-use/key-limits.ts";
import { keyUsage } from "../key-use/key-usage.ts";
import { leaveOrganizations } from "../organizations/leave-organizations.ts";
import { members } from "../organizations/organization-document.ts";
import { deployments, transactions } from "../registry/records.ts";
import type { PersonalDataParts } from "./personal-data-parts.ts";

/** Time from the first step to the second. */
const SETTLE_MILLISECONDS = 60_000;

/** Collections whose documents belong to one account or organization each; a new one of this kind belongs here. */
export const OWNED_COLLECTIONS: readonly OwnedCollection[] = [
  sessions,
  mailTokens,
  factorDocuments,
  factorChallenges,
  rememberedDevices,
  heldEmails,
  openIdIdentities,
  deviceCodes,
  apiKeys,
  formerKeys,
  keyWindows,
  keyUsage,
  deployments,
  transactions,
  members,
];

/** Takes the person out of an account whose deletion is due; no-op when it is not, or not any more. */
export async function takePersonOut(
  parts: Pick<
    PersonalDataParts,
    "store" | "logins" | "mail" | "audit" | "clock" | "changed" | "trail"
  >,
  account: AccountDocument,
): Promise<void> {
  const { store, mail, audit, clock, trail } = parts;
  const { id: userId, email: to, name } = account;
  const now = clock.now();
  const notice = await mail.prepareNotice({ kind: "account_deleted", to, name, deletesAt: now });
  const ended = await store.transaction(async (tx) => {
    const found = await tx.get(accounts, userId);
    if (found === undefined || found.value.isErased === true) return null;
    if ((found.value.deletesAt ?? Infinity) > now) return null;
    await tx.replace(accounts, erased(found.value, now), found.version);
    await mail.endLinks(tx, userId, "any");
    await leaveOrganizations(tx, userId, found.value.emailKey, now);
    await mail.add(tx, notice);
    await trail.appendIn(tx, {
      action: "account.deleted",
      actor: "system",
      account: userId,
      subject: userId,
    });
    return await parts.logins.sessions.endAll(tx, userId);
  });
  if (ended === null) return;
  parts.logins.sessions.settle(ended);
  parts.changed(userId);
  audit.record("account.deleted", { userId });
}

/** Nothing of the person: no address has the id as its key, and no password has an empty hash. */
function erased({ id, createdAt }: AccountDocument, now: number): AccountDocument {
  return {
    id,
    email: "",
    emailKey: id,
    name: "",
    passwordHash: "",
    status: "disabled",
    createdAt,
    passwordChangedAt: now,
    deletesAt: now + SETTLE_MILLISECONDS,
    isErased: true,
  };
}

/**
 * Deletes what an account or an organization owned, at most `batches` times a thousand documents. Resolves to the
 * number of batches that are left; above 0 everything is deleted.
 */
export async function deleteOwned(
  { store, removeWebhooks }: Pick<PersonalDataParts, "store" | "removeWebhooks">,
  userId: string,
  batches: number,
): Promise<number> {
  await removeWebhooks(userId);
  return await deleteOwnedBy(store, OWNED_COLLECTIONS, userId, batches);
}
