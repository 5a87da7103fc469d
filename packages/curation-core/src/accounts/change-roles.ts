/** Changes of roles, under the rule that there is always an admin once there was one. */

import type { StoreReader, Versioned } from "@bourse/kernel";

import { ROLES, type Role, suspensionAt } from "../actor.ts";
import { CurationError } from "../errors.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import { type UserDocument, users } from "../users/user-document.ts";
import type { AdminWallets } from "./admin-wallets.ts";

/**
 * Stores new roles of an account. Who loses the role admin does not regain it by the operator's lists; who
 * is given it again does.
 *
 * @throws CurationError LAST_ADMIN
 */
export async function changeRoles(
  { tx, now }: UnitOfWork,
  found: Versioned<UserDocument>,
  given: readonly Role[],
  wallets: AdminWallets,
): Promise<UserDocument> {
  const { value: user, version } = found;
  const roles = ROLES.filter((role) => given.includes(role));
  const isAdmin = roles.includes("admin");
  if (isAdmin && !user.isAdmin) await wallets.restore(tx, user);
  if (user.isAdmin && !isAdmin) {
    await requireOtherAdmin(tx, user.id, now);
    await wallets.revoke(tx, user, now);
  }
  const reviews = roles.length > 0;
  const changed = { ...user, roles, isAdmin, reviews, updatedAt: now };
  return (await tx.replace(users, changed, version)).value;
}

/** The roles with `admin` added when it was proven, and the flags of the indexes. */
export function withAdmin(
  roles: readonly Role[],
  isProved: boolean,
): Pick<UserDocument, "roles" | "isAdmin" | "reviews"> {
  const now = ROLES.filter((role) => roles.includes(role) || (isProved && role === "admin"));
  return { roles: now, isAdmin: now.includes("admin"), reviews: now.length > 0 };
}

/**
 * Passes when another account can act as an admin: one that is not suspended, and whose deletion does not wait.
 *
 * @throws CurationError LAST_ADMIN
 */
export async function requireOtherAdmin(
  reader: Pick<StoreReader, "find">,
  userId: string,
  now: number,
): Promise<void> {
  const { items } = await reader.find(users, { index: "by_admin", equals: [true], limit: 1000 });
  if (items.some(({ value }) => value.id !== userId && canAct(value, now))) return;
  const message = "This is the last admin; give another account the role first.";
  throw new CurationError("LAST_ADMIN", message);
}

function canAct({ deletesAt = null, suspension }: UserDocument, now: number): boolean {
  return deletesAt === null && suspensionAt(suspension, now) === undefined;
}
