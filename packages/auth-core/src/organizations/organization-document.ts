/** Organizations, their members and the invitations to them, as they are stored. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

/** All roles in an organization, each with the rights of those before it. */
export const ORGANIZATION_ROLES = ["member", "admin", "owner"] as const;

/** Role of a member. */
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];

/** Maximum number of organizations of one account. */
export const MAX_ORGANIZATIONS = 100;
/** Maximum number of members of one organization. */
export const MAX_MEMBERS = 1000;

/** A stored organization. All times in milliseconds since the Unix epoch (UTC). */
export interface OrganizationDocument extends Entity {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  /** Time from which what a deleted organization owned is deleted; absent for one that is there. */
  readonly deletesAt?: number;
}

/** Collection of organizations. */
export const organizations: Collection<OrganizationDocument, "by_deletion"> =
  defineCollection<OrganizationDocument>()({
    name: "organizations",
    indexes: { by_deletion: { fields: ["deletesAt"] } },
  });

/** A stored membership. */
export interface MemberDocument extends Entity {
  /** Made of organization and account: nobody is a member twice. */
  readonly id: string;
  readonly organizationId: string;
  /** Account of the member. */
  readonly userId: string;
  readonly role: OrganizationRole;
  /** Time at which the account became a member, in milliseconds since the Unix epoch (UTC). */
  readonly joinedAt: number;
}

/** Collection of memberships. */
export const members: Collection<MemberDocument, "by_user" | "by_organization" | "by_role"> =
  defineCollection<MemberDocument>()({
    name: "organization_members",
    indexes: {
      by_user: { fields: ["userId", "joinedAt"] },
      by_organization: { fields: ["organizationId", "joinedAt"] },
      by_role: { fields: ["organizationId", "role", "joinedAt"] },
    },
  });

/** Id of the document of a membership. */
export function memberId(organizationId: string, userId: string): string {
  return `${organizationId}:${userId}`;
}

/** A stored invitation. All times in milliseconds since the Unix epoch (UTC). */
export interface InvitationDocument extends Entity {
  readonly id: string;
  readonly organizationId: string;
  /** Account that invites: the invitation ends with its right to do so. */
  readonly invitedBy: string;
  /** Address as the inviter wrote it, trimmed. */
  readonly email: string;
  /** Unique form of the address. */
  readonly emailKey: string;
  readonly role: OrganizationRole;
  /** SHA-256 of the token of the link, base64url. */
  readonly digest: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Collection of invitations. */
export const invitations: Collection<
  InvitationDocument,
  "by_digest" | "by_organization" | "by_email" | "by_end"
> = defineCollection<InvitationDocument>()({
  name: "organization_invitations",
  indexes: {
    by_digest: { fields: ["digest"], unique: true },
    by_organization: { fields: ["organizationId", "createdAt"] },
    by_email: { fields: ["emailKey", "createdAt"] },
    by_end: { fields: ["expiresAt"] },
  },
});
