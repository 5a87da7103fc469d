/** Accounts as the operator sees them, as the wire spells them: named fields only, so that no hash can slip through. */

import type { ListedUser, UserDetail } from "@bourse/auth-core";
import type { UserDetail as WireDetail, UserItem } from "@bourse/contract/auth";

import { isoTime } from "../../time/iso-time.ts";

/** An account in a list; its role where the service defines some. */
export function wireUserItem(user: ListedUser, hasRoles: boolean): UserItem {
  const { id, email, name, status, role, createdAt, lastLoginAt } = user;
  return {
    id,
    email,
    name,
    status,
    ...(hasRoles && { role }),
    createdAt: isoTime(createdAt),
    lastLoginAt: isoTime(lastLoginAt),
  };
}

/** An account by itself. */
export function wireUserDetail(user: UserDetail, hasRoles: boolean): WireDetail {
  const { sessions, apiKeys } = user;
  return { ...wireUserItem(user, hasRoles), sessions, apiKeys };
}
