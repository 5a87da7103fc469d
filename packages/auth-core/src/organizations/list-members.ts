/** The members of an organization. */

import type { StoreReader } from "@bourse/kernel";

import { accounts } from "../accounts/account.ts";
import { requireMember } from "./membership.ts";
import {
  MAX_MEMBERS,
  type MemberDocument,
  members,
  type OrganizationRole,
} from "./organization-document.ts";
import type { OrganizationsParts } from "./organizations-parts.ts";

/** A member of an organization, as the others see it. */
export interface Member {
  /** Id of the account. */
  readonly userId: string;
  /** E-mail address of the account. */
  readonly email: string;
  /** Display name of the account; empty when it has none. */
  readonly name: string;
  /** Time at which the account has proved its address, in milliseconds UTC; null where it has not. */
  readonly emailVerifiedAt: number | null;
  /** Role in the organization. */
  readonly role: OrganizationRole;
  /** Time at which the account became a member, in milliseconds since the Unix epoch (UTC). */
  readonly joinedAt: number;
}

/** The members, longest membership first. @throws AuthError NOT_FOUND */
export async function listMembers(
  { store }: Pick<OrganizationsParts, "store">,
  userId: string,
  id: string,
): Promise<readonly Member[]> {
  await requireMember(store, id, userId);
  const query = { index: "by_organization", equals: [id], limit: MAX_MEMBERS } as const;
  const { items } = await store.find(members, query);
  return await Promise.all(items.map(({ value }) => memberOf(store, value)));
}

/** The public part of a membership. */
export async function memberOf(
  reader: Pick<StoreReader, "get">,
  { userId, role, joinedAt }: MemberDocument,
): Promise<Member> {
  const account = (await reader.get(accounts, userId))?.value;
  const { email = "", name = "", emailVerifiedAt = null } = account ?? {};
  return { userId, email, name, emailVerifiedAt, role, joinedAt };
}
