/** The change of an account's role, for the operator. */

import type { Origin } from "@bourse/credentials";

import { invalid } from "../invalid.ts";
import { OWNER, type RoleSet } from "../roles.ts";
import { noAccount } from "./account-refusals.ts";
import { roleOf } from "./account-roles.ts";
import { type AccountDocument, accounts } from "./account.ts";
import type { AccountsParts } from "./accounts-parts.ts";

/** Parts that a change of the role needs. */
export type RoleParts = Pick<AccountsParts, "store" | "audit" | "changed" | "mail"> & {
  readonly roles: RoleSet;
};

/**
 * Gives an account a role, and tells its holder; an account that has it stays as it is. It counts from the next request
 * on, in other processes within a second.
 *
 * @throws AuthError NOT_FOUND, VALIDATION_ERROR (details.path `role`)
 */
export async function changeAccountRole(
  { store, audit, changed, mail, roles }: RoleParts,
  userId: string,
  role: string,
  origin?: Origin,
): Promise<AccountDocument> {
  if (!roles.names.includes(role)) {
    throw invalid("role", `The role of an account is one of ${roles.names.join(", ")}.`);
  }
  const before = (await store.get(accounts, userId))?.value;
  if (before === undefined) throw noAccount();
  const { email: to, name } = before;
  const change = `The account has the role ${role} now.`;
  const notice = await mail.prepareNotice({ kind: "roles_changed", to, name, keys: [], change });
  const outcome = await store.transaction(async (tx) => {
    const found = await tx.get(accounts, userId);
    if (found === undefined) throw noAccount();
    const from = roleOf(found.value);
    if (from === role) return { account: found.value, from, isNew: false };
    const { role: _, ...rest } = found.value;
    const next = role === OWNER ? rest : { ...rest, role };
    const { value } = await tx.replace(accounts, next, found.version);
    await mail.add(tx, notice);
    return { account: value, from, isNew: true };
  });
  if (!outcome.isNew) return outcome.account;
  changed(userId);
  audit.record("account.role_changed", { userId, roles: { from: outcome.from, to: role } }, origin);
  return outcome.account;
}
