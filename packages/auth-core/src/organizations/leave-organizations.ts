/** The end of an account's memberships, with the account. */

import type { Transaction } from "@bourse/kernel";

import { acceptsKeys, accounts } from "../accounts/account.ts";
import { closeOrganization } from "./delete-organization.ts";
import { isThere, requireOtherOwner } from "./membership.ts";
import {
  invitations,
  MAX_MEMBERS,
  MAX_ORGANIZATIONS,
  type MemberDocument,
  members,
  organizations,
  ORGANIZATION_ROLES,
} from "./organization-document.ts";

type Reader = Pick<Transaction, "get" | "find">;

/**
 * Refuses to let an account go while an organization with other members would have no owner.
 *
 * @throws AuthError LAST_OWNER
 */
export async function requireDispensable(reader: Reader, userId: string): Promise<void> {
  for (const own of await membershipsOf(reader, userId)) {
    const organization = (await reader.get(organizations, own.organizationId))?.value;
    if (own.role !== "owner" || !isThere(organization)) continue;
    const others = await othersIn(reader, own);
    if (others.length > 0) await requireOtherOwner(reader, organization, userId);
  }
}

/**
 * Ends the memberships of an account and the invitations to its address, in the caller's transaction. An organization
 * without other members is closed; one that would have no owner gets the one with the highest role and the longest
 * membership.
 */
export async function leaveOrganizations(
  tx: Transaction,
  userId: string,
  emailKey: string,
  now: number,
): Promise<void> {
  for (const own of await membershipsOf(tx, userId)) {
    const organization = await tx.get(organizations, own.organizationId);
    await tx.delete(members, own.id);
    if (organization === undefined || !isThere(organization.value)) continue;
    const others = await othersIn(tx, own);
    if (others.length === 0) await closeOrganization(tx, organization, now);
    else if (own.role === "owner") await keepOwner(tx, others);
  }
  const invited = await tx.find(invitations, {
    index: "by_email",
    equals: [emailKey],
    limit: 1000,
  });
  for (const { value } of invited.items) await tx.delete(invitations, value.id);
}

async function keepOwner(tx: Transaction, others: readonly MemberDocument[]): Promise<void> {
  if (others.some(({ role }) => role === "owner")) return;
  const staying: MemberDocument[] = [];
  for (const one of others) {
    const account = (await tx.get(accounts, one.userId))?.value;
    if (account !== undefined && acceptsKeys(account)) staying.push(one);
  }
  const byRole = (staying.length > 0 ? staying : others).toSorted(
    (a, b) => ORGANIZATION_ROLES.indexOf(b.role) - ORGANIZATION_ROLES.indexOf(a.role),
  );
  const heir = byRole[0] && (await tx.get(members, byRole[0].id));
  if (heir !== undefined) {
    await tx.replace(members, { ...heir.value, role: "owner" }, heir.version);
  }
}

async function membershipsOf(
  reader: Pick<Transaction, "find">,
  userId: string,
): Promise<readonly MemberDocument[]> {
  const query = { index: "by_user", equals: [userId], limit: MAX_ORGANIZATIONS } as const;
  return (await reader.find(members, query)).items.map(({ value }) => value);
}

/** The other members of an organization, longest membership first, at most 1000. */
async function othersIn(
  reader: Pick<Transaction, "find">,
  { organizationId, userId }: MemberDocument,
): Promise<readonly MemberDocument[]> {
  const equals = [organizationId];
  const query = { index: "by_organization", equals, limit: MAX_MEMBERS } as const;
  const { items } = await reader.find(members, query);
  return items.map(({ value }) => value).filter((one) => one.userId !== userId);
}
