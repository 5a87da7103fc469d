/** The open invitations to an organization, or to an account, and their end. */

import type { Origin } from "@bourse/credentials";
import type { StoreReader } from "@bourse/kernel";

import { accounts } from "../accounts/account.ts";
import { AuthError } from "../errors.ts";
import {
  type Invitation,
  invitationOf,
  isOpen,
  MAX_INVITATIONS,
  noInvitation,
  provedAddress,
} from "./invitation.ts";
import { requireMember } from "./membership.ts";
import { type InvitationDocument, invitations, organizations } from "./organization-document.ts";
import type { OrganizationsParts } from "./organizations-parts.ts";

/** The open invitations to an organization, or to an account's proved address. @throws NOT_FOUND, FORBIDDEN */
export async function listInvitations(
  { store, clock }: Pick<OrganizationsParts, "store" | "clock">,
  userId: string,
  organizationId?: string,
): Promise<readonly Invitation[]> {
  const query = { order: "desc", limit: MAX_INVITATIONS } as const;
  if (organizationId !== undefined) {
    await requireMember(store, organizationId, userId, "admin");
    const equals = [organizationId];
    const found = await store.find(invitations, { ...query, index: "by_organization", equals });
    return await openOnes(store, found.items, clock.now());
  }
  const address = provedAddress((await store.get(accounts, userId))?.value);
  if (address === undefined) return [];
  const found = await store.find(invitations, { ...query, index: "by_email", equals: [address] });
  return await openOnes(store, found.items, clock.now());
}

async function openOnes(
  store: Pick<StoreReader, "get">,
  items: readonly { readonly value: InvitationDocument }[],
  now: number,
): Promise<readonly Invitation[]> {
  const found: Invitation[] = [];
  for (const { value } of items) {
    if (!(await isOpen(store, value, now))) continue;
    const name = (await store.get(organizations, value.organizationId))?.value.name ?? "";
    found.push(invitationOf(value, name));
  }
  return found;
}

/** Ends an invitation. @throws AuthError NOT_FOUND, FORBIDDEN */
export async function revokeInvitation(
  { store, audit }: Pick<OrganizationsParts, "store" | "audit">,
  userId: string,
  id: string,
  origin?: Origin,
): Promise<void> {
  const organizationId = await store.transaction(async (tx) => {
    const found = await tx.get(invitations, id);
    if (found === undefined) throw noInvitation();
    const address = provedAddress((await tx.get(accounts, userId))?.value);
    if (found.value.emailKey !== address) await requireInviter(tx, found.value, userId);
    await tx.delete(invitations, id, found.version);
    return found.value.organizationId;
  });
  audit.record("invitation.revoked", { userId, organizationId }, origin);
}

/** @throws AuthError FORBIDDEN for a member of a low role, NOT_FOUND for everybody else */
async function requireInviter(
  reader: Pick<StoreReader, "get">,
  { organizationId }: InvitationDocument,
  userId: string,
): Promise<void> {
  await requireMember(reader, organizationId, userId, "admin").catch((error: unknown) => {
    throw error instanceof AuthError && error.code === "NOT_FOUND" ? noInvitation() : error;
  });
}
