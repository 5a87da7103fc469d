/** Accounts as the operator sees them, as the wire spells them: named fields only, so that no hash can slip through. */

import type { ListedUser, UserDetail } from "@bourse/auth-core";
import type { UserDetail as WireDetail, UserItem } from "@bourse/contract/auth";

import { isoTime } from "../../time/iso-time.ts";

/** An account in a list. */
export function wireUserItem(user: ListedUser): UserItem {
  const { id, email, name, status, createdAt, lastLoginAt } = user;
  return {
    id,
    email,
    name,
    status,
    createdAt: isoTime(createdAt),
    lastLoginAt: isoTime(lastLoginAt),
  };
}

/** An account by itself. */
export function wireUserDetail(user: UserDetail): WireDetail {
  const { sessions, apiKeys } = user;
  return { ...wireUserItem(user), sessions, apiKeys };
}
