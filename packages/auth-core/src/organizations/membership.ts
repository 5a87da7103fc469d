/** Membership in an organization, and what its roles may do. */

import type { StoreReader, Versioned } from "@bourse/kernel";

import { acceptsKeys, accounts } from "../accounts/account.ts";
import { AuthError } from "../errors.ts";
import {
  type MemberDocument,
  memberId,
  members,
  ORGANIZATION_ROLES,
  type OrganizationDocument,
  organizations,
  type OrganizationRole,
} from "./organization-document.ts";

type Reader = Pick<StoreReader, "get" | "find">;

/** An organization that is there, and a member of it. */
export interface Membership {
  readonly organization: Versioned<OrganizationDocument>;
  readonly member: Versioned<MemberDocument>;
}

/**
 * The membership of an account with a role, or one above it.
 *
 * @throws AuthError NOT_FOUND for an organization that there is not, or not for this account; FORBIDDEN for a lower
 * role
 */
export async function requireMember(
  reader: Pick<StoreReader, "get">,
  organizationId: string,
  userId: string,
  role: OrganizationRole = "member",
): Promise<Membership> {
  const organization = await reader.get(organizations, organizationId);
  const member = await reader.get(members, memberId(organizationId, userId));
  if (!isThere(organization?.value) || member === undefined) throw noOrganization();
  if (!reaches(member.value.role, role)) throw roleMissing(role);
  return { organization: organization as Versioned<OrganizationDocument>, member };
}

/** True for an account that manages the keys of an organization: one of its owners and administrators. */
export async function managesKeys(
  reader: Pick<StoreReader, "get">,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  if (!isThere((await reader.get(organizations, organizationId))?.value)) return false;
  const member = await reader.get(members, memberId(organizationId, userId));
  return member !== undefined && reaches(member.value.role, "admin");
}

/** True for a role that has the rights of the other one. */
export function reaches(role: OrganizationRole, other: OrganizationRole): boolean {
  return ORGANIZATION_ROLES.indexOf(role) >= ORGANIZATION_ROLES.indexOf(other);
}

/** True for an organization that was not deleted. */
export function isThere(
  organization: OrganizationDocument | undefined,
): organization is OrganizationDocument {
  return organization !== undefined && organization.deletesAt === undefined;
}

/**
 * Passes when an organization has an owner beside `userId` who can log in and whose account stays.
 *
 * @throws AuthError LAST_OWNER
 */
export async function requireOtherOwner(
  reader: Reader,
  organization: OrganizationDocument,
  userId: string,
): Promise<void> {
  for (const owner of await ownersOf(reader, organization.id)) {
    if (owner === userId) continue;
    const account = (await reader.get(accounts, owner))?.value;
    if (account !== undefined && acceptsKeys(account)) return;
  }
  throw new AuthError(
    "LAST_OWNER",
    `The organization "${organization.name}" needs an owner: make another member one first.`,
  );
}

/** Ids of the owners of an organization, at most 1000. */
export async function ownersOf(
  reader: Pick<StoreReader, "find">,
  organizationId: string,
): Promise<readonly string[]> {
  const { items } = await reader.find(members, {
    index: "by_role",
    equals: [organizationId, "owner"],
    limit: 1000,
  });
  return items.map(({ value }) => value.userId);
}

/** The error of an organization that there is not, or not for the caller. */
export function noOrganization(): AuthError {
  return new AuthError("NOT_FOUND", "There is no such organization.");
}

/** The error of a caller whose role is too low. */
export function roleMissing(role: OrganizationRole): AuthError {
  const needed = role === "owner" ? "an owner" : "an owner or administrator";
  return new AuthError("FORBIDDEN", `Only ${needed} of the organization may do this.`);
}
