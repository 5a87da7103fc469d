/** The creation of an organization. */

import { checkQuota, type Origin } from "@bourse/credentials";
import type { Transaction } from "@bourse/kernel";

import { AuthError } from "../errors.ts";
import {
  MAX_MEMBERS,
  MAX_ORGANIZATIONS,
  type MemberDocument,
  memberId,
  members,
  type OrganizationDocument,
  organizations,
} from "./organization-document.ts";
import { checkOrganizationName, type Organization, organizationOf } from "./organization.ts";
import type { OrganizationsParts } from "./organizations-parts.ts";

/** Creates an organization with its first owner. @throws AuthError VALIDATION_ERROR, QUOTA_EXCEEDED */
export async function createOrganization(
  parts: Pick<OrganizationsParts, "store" | "audit" | "clock" | "ids">,
  userId: string,
  { name }: { readonly name: string },
  origin?: Origin,
): Promise<Organization> {
  checkOrganizationName(name);
  const createdAt = parts.clock.now();
  const organization: OrganizationDocument = { id: parts.ids.uuid(), name, createdAt };
  await parts.store.transaction(async (tx) => {
    await tx.insert(organizations, organization);
    await addMember(tx, {
      organizationId: organization.id,
      userId,
      role: "owner",
      joinedAt: createdAt,
    });
  });
  const subject = { userId, organizationId: organization.id };
  parts.audit.record("organization.created", subject, origin);
  return organizationOf(organization, "owner");
}

/** Adds a member in the caller's transaction. @throws AuthError QUOTA_EXCEEDED */
export async function addMember(
  tx: Transaction,
  member: Omit<MemberDocument, "id">,
): Promise<void> {
  const { organizationId, userId } = member;
  const held = await tx.count(members, { index: "by_user", equals: [userId] });
  checkQuota(held, MAX_ORGANIZATIONS, "organizations of this account", AuthError);
  const among = await tx.count(members, { index: "by_organization", equals: [organizationId] });
  checkQuota(among, MAX_MEMBERS, "members of the organization", AuthError);
  await tx.insert(members, { ...member, id: memberId(organizationId, userId) });
}
