/** The invitation of an e-mail address to an organization. */

import { checkQuota, emailKey, type Origin } from "@bourse/credentials";
import { randomBytes, sha256, toBase64url } from "@bourse/kernel/platform";

import { checkEmail } from "../accounts/check-account-input.ts";
import { findByEmail } from "../accounts/find-account.ts";
import { AuthError } from "../errors.ts";
import { checkRole } from "./change-role.ts";
import {
  type Invitation,
  INVITATION_DAYS,
  invitationOf,
  MAX_INVITATIONS,
  mayInvite,
} from "./invitation.ts";
import {
  type InvitationDocument,
  invitations,
  memberId,
  members,
  type OrganizationRole,
} from "./organization-document.ts";
import type { OrganizationsParts } from "./organizations-parts.ts";

/** An invitation to send. */
export interface NewInvitation {
  /** Id of the organization. */
  readonly organizationId: string;
  /** E-mail address, at most 254 characters. */
  readonly email: string;
  /** Role of the member to be, at most that of the inviter. Default `member`. */
  readonly role?: OrganizationRole;
}

const DAY_MILLISECONDS = 86_400_000;

/** Invites an address, alike for one with an account and one without. @throws AuthError */
export async function invite(
  parts: OrganizationsParts,
  userId: string,
  { organizationId, email: given, role = "member" }: NewInvitation,
  origin: Origin = {},
): Promise<Invitation> {
  const email = checkEmail(given);
  checkRole(role);
  const { store, mail, audit, clock, ids } = parts;
  const { value: organization } = await mayInvite(store, { organizationId, userId, role });
  const now = clock.now();
  const token = `iv_${toBase64url(randomBytes(32))}`;
  const facts = { to: email, organization: organization.name, token, days: INVITATION_DAYS };
  const letter = await mail.prepareInvitation(facts, origin);
  const invitation: InvitationDocument = {
    id: ids.uuid(),
    organizationId,
    invitedBy: userId,
    email,
    emailKey: emailKey(email),
    role,
    digest: sha256(token, "base64url"),
    createdAt: now,
    expiresAt: now + INVITATION_DAYS * DAY_MILLISECONDS,
  };
  await store.transaction(async (tx) => {
    await mayInvite(tx, { organizationId, userId, role });
    const holder = await findByEmail(tx, email);
    const isMember =
      holder !== undefined &&
      (await tx.get(members, memberId(organizationId, holder.id))) !== undefined;
    if (isMember) throw new AuthError("CONFLICT", "This address is a member's already.");
    const { items } = await tx.find(invitations, {
      index: "by_organization",
      equals: [organizationId],
      limit: MAX_INVITATIONS,
    });
    const isOver = (one: InvitationDocument): boolean =>
      one.expiresAt <= now || one.emailKey === invitation.emailKey;
    const over = items.filter(({ value }) => isOver(value));
    checkQuota(items.length - over.length, MAX_INVITATIONS, "open invitations", AuthError);
    for (const { value } of over) await tx.delete(invitations, value.id);
    await tx.insert(invitations, invitation);
    await mail.add(tx, letter);
  });
  audit.record("invitation.created", { userId, organizationId }, origin);
  return invitationOf(invitation, organization.name);
}
