/** Organizations as their members see them, and their names. */

import type { Origin } from "@bourse/credentials";

import { isThere, requireMember } from "./membership.ts";
import { MAX_ORGANIZATIONS, members, organizations } from "./organization-document.ts";
import { checkOrganizationName, type Organization, organizationOf } from "./organization.ts";
import type { OrganizationsParts } from "./organizations-parts.ts";

/** The organizations of an account, newest membership first. */
export async function listOrganizations(
  { store }: Pick<OrganizationsParts, "store">,
  userId: string,
): Promise<readonly Organization[]> {
  const query = { index: "by_user", equals: [userId], order: "desc" } as const;
  const { items } = await store.find(members, { ...query, limit: MAX_ORGANIZATIONS });
  const found = await Promise.all(
    items.map(async ({ value: { organizationId, role } }) => {
      const organization = (await store.get(organizations, organizationId))?.value;
      return isThere(organization) ? [organizationOf(organization, role)] : [];
    }),
  );
  return found.flat();
}

/** One organization of an account. @throws AuthError NOT_FOUND */
export async function getOrganization(
  { store }: Pick<OrganizationsParts, "store">,
  userId: string,
  id: string,
): Promise<Organization> {
  const { organization, member } = await requireMember(store, id, userId);
  return organizationOf(organization.value, member.value.role);
}

/** Renames an organization. @throws AuthError NOT_FOUND, FORBIDDEN, VALIDATION_ERROR */
export async function renameOrganization(
  { store, audit }: Pick<OrganizationsParts, "store" | "audit">,
  userId: string,
  id: string,
  name: string,
  origin?: Origin,
): Promise<Organization> {
  checkOrganizationName(name);
  const renamed = await store.transaction(async (tx) => {
    const { organization, member } = await requireMember(tx, id, userId, "admin");
    const { value, version } = organization;
    const changed = await tx.replace(organizations, { ...value, name }, version);
    return organizationOf(changed.value, member.value.role);
  });
  audit.record("organization.renamed", { userId, organizationId: id }, origin);
  return renamed;
}
