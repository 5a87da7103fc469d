/** The deletion of an organization: it is closed at once, and what it owned is deleted a minute later. */

import type { Origin } from "@bourse/credentials";
import type { Collection, Entity, Transaction, Versioned } from "@bourse/kernel";

import { AuthError } from "../errors.ts";
import { requireMember } from "./membership.ts";
import {
  invitations,
  members,
  type OrganizationDocument,
  organizations,
} from "./organization-document.ts";
import type { OrganizationsParts } from "./organizations-parts.ts";

/** Requests that were under way have ended by then, here and in other processes. */
const SETTLE_MILLISECONDS = 60_000;

/** Deletes an organization whose keys are revoked. @throws AuthError NOT_FOUND, FORBIDDEN, CONFLICT */
export async function deleteOrganization(
  { store, audit, clock, hasKeys, changed }: OrganizationsParts,
  userId: string,
  id: string,
  origin?: Origin,
): Promise<void> {
  await store.transaction(async (tx) => {
    const { organization } = await requireMember(tx, id, userId, "owner");
    if (await hasKeys(tx, id)) {
      const message = "The organization has API keys: revoke them before you delete it.";
      throw new AuthError("CONFLICT", message);
    }
    await closeOrganization(tx, organization, clock.now());
  });
  changed();
  audit.record("organization.deleted", { userId, organizationId: id }, origin);
}

/** Takes the members, the invitations and the name from an organization, in the caller's transaction. */
export async function closeOrganization(
  tx: Transaction,
  { value: { id, createdAt }, version }: Versioned<OrganizationDocument>,
  now: number,
): Promise<void> {
  const closed = { id, name: "", createdAt, deletesAt: now + SETTLE_MILLISECONDS };
  await tx.replace(organizations, closed, version);
  await deleteOf(tx, members, id);
  await deleteOf(tx, invitations, id);
}

async function deleteOf<T extends Entity>(
  tx: Transaction,
  collection: Collection<T, "by_organization">,
  organizationId: string,
): Promise<void> {
  const query = { index: "by_organization", equals: [organizationId], limit: 1000 } as const;
  for (let isFull = true; isFull;) {
    const { items, next } = await tx.find(collection, query);
    for (const { value } of items) await tx.delete(collection, value.id);
    isFull = next !== null;
  }
}
