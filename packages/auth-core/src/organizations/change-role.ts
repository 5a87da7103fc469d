/** The change of a member's role. */

import type { Origin } from "@bourse/credentials";
import type { StoreReader, Versioned } from "@bourse/kernel";

import { AuthError } from "../errors.ts";
import { invalid } from "../invalid.ts";
import { type Member, memberOf } from "./list-members.ts";
import {
  type Membership,
  reaches,
  requireMember,
  requireOtherOwner,
  roleMissing,
} from "./membership.ts";
import { noticesTo } from "./notices.ts";
import {
  type MemberDocument,
  memberId,
  members,
  ORGANIZATION_ROLES,
  type OrganizationRole,
} from "./organization-document.ts";
import { addNotices, type OrganizationsParts } from "./organizations-parts.ts";

/** Gives a member another role. @throws AuthError NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, LAST_OWNER */
export async function changeRole(
  parts: OrganizationsParts,
  userId: string,
  organizationId: string,
  { userId: changedId, role }: { readonly userId: string; readonly role: OrganizationRole },
  origin?: Origin,
): Promise<Member> {
  checkRole(role);
  const { store, audit, changed } = parts;
  const { organization } = await requireMember(store, organizationId, userId, "admin");
  const change = `You have the role "${role}" in the organization "${organization.value.name}" now.`;
  const notices = changedId === userId ? [] : await noticesTo(parts, [changedId], change);
  const member = await store.transaction(async (tx) => {
    const found = await manageable(tx, { organizationId, userId, memberId: changedId }, role);
    const before = found.target.value;
    if (before.role === role) return { after: before, isChanged: false };
    if (before.role === "owner") {
      await requireOtherOwner(tx, found.organization.value, changedId);
    }
    const { value } = await tx.replace(members, { ...before, role }, found.target.version);
    await addNotices(parts, tx, notices);
    await parts.emit(tx, "member.changed", { userId: changedId, organizationId });
    return { after: value, isChanged: true };
  });
  changed();
  if (member.isChanged) {
    const subject = { userId, organizationId, memberId: changedId };
    audit.record("member.changed", subject, origin);
  }
  return await memberOf(store, member.after);
}

/** Refuses a role that there is not. @throws AuthError VALIDATION_ERROR, details.path `role` */
export function checkRole(role: OrganizationRole): void {
  if (ORGANIZATION_ROLES.includes(role)) return;
  throw invalid("role", `A role is one of ${ORGANIZATION_ROLES.join(", ")}.`);
}

/**
 * A member whom another one may change: neither has the member a role above the other's, nor shall it get one.
 *
 * @throws AuthError NOT_FOUND, FORBIDDEN
 */
export async function manageable(
  reader: Pick<StoreReader, "get">,
  who: { readonly organizationId: string; readonly userId: string; readonly memberId: string },
  role: OrganizationRole = "member",
): Promise<Membership & { readonly target: Versioned<MemberDocument> }> {
  const { organizationId, userId } = who;
  const least = userId === who.memberId ? "member" : "admin";
  const own = await requireMember(reader, organizationId, userId, least);
  const target = await reader.get(members, memberId(organizationId, who.memberId));
  if (target === undefined) {
    throw new AuthError("NOT_FOUND", "The organization has no such member.");
  }
  const { role: held } = own.member.value;
  if (!reaches(held, target.value.role) || !reaches(held, role)) throw roleMissing("owner");
  return { ...own, target };
}
