/** Organizations: accounts that own API keys and their records together, each with a role. */

import type { Origin } from "@bourse/credentials";

import { acceptInvitation, type InvitationProof } from "./accept-invitation.ts";
import { changeRole } from "./change-role.ts";
import { createOrganization } from "./create-organization.ts";
import { deleteOrganization } from "./delete-organization.ts";
import type { Invitation } from "./invitation.ts";
import { invite, type NewInvitation } from "./invite.ts";
import { listInvitations, revokeInvitation } from "./list-invitations.ts";
import { listMembers, type Member } from "./list-members.ts";
import { isThere, noOrganization, requireMember } from "./membership.ts";
import { organizations, type OrganizationRole } from "./organization-document.ts";
import type { Organization } from "./organization.ts";
import type { OrganizationsParts } from "./organizations-parts.ts";
import { getOrganization, listOrganizations, renameOrganization } from "./own-organizations.ts";
import { removeMember } from "./remove-member.ts";

/**
 * Organizations, as the account `userId` sees and changes them. An organization that there is not, or not for this
 * account, is NOT_FOUND; a role that is too low is FORBIDDEN. `origin` is recorded in the audit trail.
 */
export interface Organizations {
  /** Creates an organization with the account as its owner. @throws AuthError VALIDATION_ERROR, QUOTA_EXCEEDED */
  create(userId: string, input: { readonly name: string }, origin?: Origin): Promise<Organization>;
  /** The organizations of an account, newest membership first, at most 100. */
  list(userId: string): Promise<readonly Organization[]>;
  /** One organization of an account. @throws AuthError NOT_FOUND */
  get(userId: string, id: string): Promise<Organization>;
  /**
   * Renames an organization, for its owners and administrators.
   *
   * @throws AuthError NOT_FOUND, FORBIDDEN, VALIDATION_ERROR
   */
  rename(userId: string, id: string, name: string, origin?: Origin): Promise<Organization>;
  /**
   * Deletes an organization whose keys are all revoked, for its owners. What it owned is deleted by `maintain`.
   *
   * @throws AuthError NOT_FOUND, FORBIDDEN; CONFLICT while it has a key that is not revoked
   */
  remove(userId: string, id: string, origin?: Origin): Promise<void>;
  /** The members, longest membership first, at most 1000. @throws AuthError NOT_FOUND */
  members(userId: string, id: string): Promise<readonly Member[]>;
  /**
   * Gives a member another role. Nobody gives or takes a role above their own; of use from the next request on.
   *
   * @throws AuthError NOT_FOUND, FORBIDDEN, VALIDATION_ERROR; LAST_OWNER
   */
  changeRole(
    userId: string,
    id: string,
    member: { readonly userId: string; readonly role: OrganizationRole },
    origin?: Origin,
  ): Promise<Member>;
  /**
   * Removes a member, who may be the caller. The keys of the organization stay; the invitations of the member end.
   *
   * @throws AuthError NOT_FOUND, FORBIDDEN; LAST_OWNER
   */
  removeMember(userId: string, id: string, memberId: string, origin?: Origin): Promise<void>;
  /**
   * Invites an e-mail address, with or without an account, by a mail with a link that works once, within seven days.
   * An earlier invitation of the address to the organization ends.
   *
   * @throws AuthError NOT_FOUND, FORBIDDEN, VALIDATION_ERROR; CONFLICT for the address of a member; QUOTA_EXCEEDED,
   * RATE_LIMITED, MAIL_UNAVAILABLE
   */
  invite(userId: string, input: NewInvitation, origin?: Origin): Promise<Invitation>;
  /**
   * The open invitations, newest first, at most 100: to an organization, for its owners and administrators, or without
   * one those to the account's own proved address.
   *
   * @throws AuthError NOT_FOUND, FORBIDDEN
   */
  invitations(userId: string, organizationId?: string): Promise<readonly Invitation[]>;
  /**
   * Ends an invitation: for owners and administrators of the organization, and for the invited account, which has
   * proved its address.
   *
   * @throws AuthError NOT_FOUND, FORBIDDEN
   */
  revokeInvitation(userId: string, id: string, origin?: Origin): Promise<void>;
  /**
   * Makes an account a member. The account needs the invited address, and the link, which proves the address, or else
   * a proof from before and the id. A member stays as it is.
   *
   * @throws AuthError LINK_INVALID for a link that was used, has expired, or whose sender may not invite any more;
   * FORBIDDEN for the link of another address; NOT_FOUND for an id that is not for this account; QUOTA_EXCEEDED
   */
  acceptInvitation(userId: string, proof: InvitationProof, origin?: Origin): Promise<Organization>;
  /** Name of an organization, for a caller with one of its keys. @throws AuthError NOT_FOUND */
  nameOf(id: string): Promise<string>;
  /** Passes for an account with a role, or one above it. @throws AuthError NOT_FOUND, FORBIDDEN */
  requireRole(userId: string, id: string, role: OrganizationRole): Promise<void>;
}

/** Organizations over a store. */
export function createOrganizations(parts: OrganizationsParts): Organizations {
  return Object.freeze<Organizations>({
    create: (userId, input, origin) => createOrganization(parts, userId, input, origin),
    list: (userId) => listOrganizations(parts, userId),
    get: (userId, id) => getOrganization(parts, userId, id),
    rename: (userId, id, name, origin) => renameOrganization(parts, userId, id, name, origin),
    remove: (userId, id, origin) => deleteOrganization(parts, userId, id, origin),
    members: (userId, id) => listMembers(parts, userId, id),
    changeRole: (userId, id, member, origin) => changeRole(parts, userId, id, member, origin),
    removeMember: (userId, id, member, origin) => removeMember(parts, userId, id, member, origin),
    invite: (userId, input, origin) => invite(parts, userId, input, origin),
    invitations: (userId, organizationId) => listInvitations(parts, userId, organizationId),
    revokeInvitation: (userId, id, origin) => revokeInvitation(parts, userId, id, origin),
    acceptInvitation: (userId, proof, origin) => acceptInvitation(parts, userId, proof, origin),
    nameOf: async (id) => {
      const found = (await parts.store.get(organizations, id))?.value;
      if (!isThere(found)) throw noOrganization();
      return found.name;
    },
    requireRole: async (userId, id, role) =>
      void (await requireMember(parts.store, id, userId, role)),
  });
}
