/** The end of a membership: by another member, or by the member alone. */

import type { Origin } from "@bourse/credentials";

import { manageable } from "./change-role.ts";
import { requireMember, requireOtherOwner } from "./membership.ts";
import { noticesTo } from "./notices.ts";
import { members } from "./organization-document.ts";
import { addNotices, type OrganizationsParts } from "./organizations-parts.ts";

/** Removes a member. @throws AuthError NOT_FOUND, FORBIDDEN, LAST_OWNER */
export async function removeMember(
  parts: OrganizationsParts,
  userId: string,
  organizationId: string,
  removedId: string,
  origin?: Origin,
): Promise<void> {
  const { store, audit, changed } = parts;
  const { organization } = await requireMember(store, organizationId, userId);
  const change = `You are no member of the organization "${organization.value.name}" any more.`;
  const notices = removedId === userId ? [] : await noticesTo(parts, [removedId], change);
  await store.transaction(async (tx) => {
    const who = { organizationId, userId, memberId: removedId };
    const found = await manageable(tx, who);
    const { value, version } = found.target;
    if (value.role === "owner") await requireOtherOwner(tx, found.organization.value, removedId);
    await tx.delete(members, value.id, version);
    await addNotices(parts, tx, notices);
    await parts.emit(tx, "member.removed", { userId: removedId, organizationId });
  });
  changed();
  audit.record("member.removed", { userId, organizationId, memberId: removedId }, origin);
}
