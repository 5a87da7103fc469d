/** An invitation, and what keeps it open. */

import type { StoreReader, Versioned } from "@bourse/kernel";
import { sha256 } from "@bourse/kernel/platform";

import type { AccountDocument } from "../accounts/account.ts";
import { AuthError } from "../errors.ts";
import { reaches, requireMember, roleMissing } from "./membership.ts";
import {
  type InvitationDocument,
  invitations,
  type OrganizationDocument,
  type OrganizationRole,
} from "./organization-document.ts";

/** Days for which the link of an invitation is accepted. */
export const INVITATION_DAYS = 7;
/** Maximum number of open invitations to an organization. */
export const MAX_INVITATIONS = 100;

const FORM = /^iv_[A-Za-z0-9_-]{43}$/;

/** An open invitation. All times in milliseconds since the Unix epoch (UTC). */
export interface Invitation {
  /** UUID of the invitation. */
  readonly id: string;
  /** Id of the organization. */
  readonly organizationId: string;
  /** Name of the organization. */
  readonly organizationName: string;
  /** Address that is invited. */
  readonly email: string;
  /** Role of the member to be. */
  readonly role: OrganizationRole;
  /** Time of the invitation. */
  readonly createdAt: number;
  /** Time from which it is refused. */
  readonly expiresAt: number;
}

/** The public part of an invitation. */
export function invitationOf(document: InvitationDocument, organizationName: string): Invitation {
  const { id, organizationId, email, role, createdAt, expiresAt } = document;
  return { id, organizationId, organizationName, email, role, createdAt, expiresAt };
}

/** The organization that an account may invite to with a role. @throws AuthError NOT_FOUND, FORBIDDEN */
export async function mayInvite(
  reader: Pick<StoreReader, "get">,
  {
    organizationId,
    userId,
    role,
  }: { readonly organizationId: string; readonly userId: string; readonly role: OrganizationRole },
): Promise<Versioned<OrganizationDocument>> {
  const { organization, member } = await requireMember(reader, organizationId, userId, "admin");
  if (!reaches(member.value.role, role)) throw roleMissing("owner");
  return organization;
}

/** The open invitation of a link; undefined for one that was used or has expired, or whose sender may not invite. */
export async function findInvitation(
  reader: Pick<StoreReader, "get" | "find">,
  token: string,
  now: number,
): Promise<InvitationDocument | undefined> {
  if (!FORM.test(token)) return undefined;
  const { items } = await reader.find(invitations, {
    index: "by_digest",
    equals: [sha256(token, "base64url")],
    limit: 1,
  });
  const found = items[0]?.value;
  return found !== undefined && (await isOpen(reader, found, now)) ? found : undefined;
}

/** True for an invitation that has not expired, and whose sender may still invite with its role. */
export async function isOpen(
  reader: Pick<StoreReader, "get">,
  { organizationId, invitedBy: userId, role, expiresAt }: InvitationDocument,
  now: number,
): Promise<boolean> {
  if (expiresAt <= now) return false;
  return await mayInvite(reader, { organizationId, userId, role }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AuthError) return false;
      throw error;
    },
  );
}

/** Unique form of an account's address, once its owner has proved it. */
export function provedAddress(account: AccountDocument | undefined): string | undefined {
  const isProved = (account?.emailVerifiedAt ?? null) !== null;
  return isProved ? account?.emailKey : undefined;
}

/** The error of an invitation that there is not, or not for the caller. */
export function noInvitation(): AuthError {
  return new AuthError("NOT_FOUND", "There is no such invitation.");
}
