/** The acceptance of an invitation by the invited account. */

import type { Origin } from "@bourse/credentials";
import type { StoreReader, Transaction } from "@bourse/kernel";

import { noAccount } from "../accounts/account-refusals.ts";
import { type AccountDocument, accounts } from "../accounts/account.ts";
import { AuthError } from "../errors.ts";
import { addMember } from "./create-organization.ts";
import { findInvitation, isOpen, noInvitation, provedAddress } from "./invitation.ts";
import { ownersOf, requireMember } from "./membership.ts";
import { noticesTo } from "./notices.ts";
import {
  type InvitationDocument,
  invitations,
  memberId,
  members,
} from "./organization-document.ts";
import { type Organization, organizationOf } from "./organization.ts";
import { addNotices, type OrganizationsParts } from "./organizations-parts.ts";

/** The token of an invitation's link, or the id of an invitation to an address that the account has proved. */
export interface InvitationProof {
  /** Token of the link. Default: none, and `id` is needed. */
  readonly token?: string | undefined;
  /** Id of the invitation; a token counts instead. Default: none. */
  readonly id?: string | undefined;
}

/** Makes the invited account a member, once. @throws AuthError LINK_INVALID, FORBIDDEN, NOT_FOUND, QUOTA_EXCEEDED */
export async function acceptInvitation(
  parts: OrganizationsParts,
  userId: string,
  proof: InvitationProof,
  origin?: Origin,
): Promise<Organization> {
  const { store, audit, clock, changed } = parts;
  const now = clock.now();
  const asked = await invitationFor(store, userId, proof, now);
  const { organization } = await requireMember(store, asked.organizationId, asked.invitedBy);
  const owners = await ownersOf(store, asked.organizationId);
  const change = `${asked.email} has joined the organization "${organization.value.name}" with the role "${asked.role}".`;
  const notices = await noticesTo(parts, owners, change);
  const { organizationId } = asked;
  const outcome = await store.transaction(async (tx) => {
    const invitation = await invitationFor(tx, userId, proof, now);
    const held = await tx.get(members, memberId(invitation.organizationId, userId));
    if (held === undefined) {
      await join(parts, tx, invitation, userId, now);
      await addNotices(parts, tx, notices);
    } else await tx.delete(invitations, invitation.id);
    if (proof.token !== undefined) await noteProof(tx, userId, now);
    const joined = await requireMember(tx, invitation.organizationId, userId);
    return { joined, isNew: held === undefined };
  });
  changed();
  if (outcome.isNew) audit.record("member.added", { userId, organizationId }, origin);
  const { joined } = outcome;
  return organizationOf(joined.organization.value, joined.member.value.role);
}

/** Makes an account a member by an invitation, which ends, in one transaction. @throws AuthError QUOTA_EXCEEDED */
export async function join(
  { emit }: Pick<OrganizationsParts, "emit">,
  tx: Transaction,
  { id, organizationId, role }: InvitationDocument,
  userId: string,
  joinedAt: number,
): Promise<void> {
  await addMember(tx, { organizationId, userId, role, joinedAt });
  await tx.delete(invitations, id);
  await emit(tx, "member.added", { userId, organizationId });
}

/** The open invitation that an account may accept. @throws AuthError LINK_INVALID, FORBIDDEN, NOT_FOUND */
async function invitationFor(
  reader: Pick<StoreReader, "get" | "find">,
  userId: string,
  proof: InvitationProof,
  now: number,
): Promise<InvitationDocument> {
  const account = (await reader.get(accounts, userId))?.value;
  if (account === undefined) throw noAccount();
  if (proof.token !== undefined) return await linked(reader, account, proof.token, now);
  if (proof.id === undefined) throw noInvitation();
  const found = (await reader.get(invitations, proof.id))?.value;
  const isOwn = found !== undefined && found.emailKey === provedAddress(account);
  if (!isOwn || !(await isOpen(reader, found, now))) throw noInvitation();
  return found;
}

async function linked(
  reader: Pick<StoreReader, "get" | "find">,
  account: AccountDocument,
  token: string,
  now: number,
): Promise<InvitationDocument> {
  const found = await findInvitation(reader, token, now);
  if (found === undefined) throw usedInvitation();
  if (found.emailKey === account.emailKey) return found;
  const message =
    "The invitation is for another e-mail address: log in with the account that has it, or ask to be invited by yours.";
  throw new AuthError("FORBIDDEN", message);
}

/** The error of a link that opens nothing, or not any more. */
export function usedInvitation(): AuthError {
  const message = "This invitation is not valid, or not any more; ask for another one.";
  return new AuthError("LINK_INVALID", message);
}

/** Notes the proof of an address: the holder of the link has read its mails. */
async function noteProof(tx: Transaction, userId: string, now: number): Promise<void> {
  const found = await tx.get(accounts, userId);
  if (found === undefined || provedAddress(found.value) !== undefined) return;
  await tx.replace(accounts, { ...found.value, emailVerifiedAt: now }, found.version);
}
