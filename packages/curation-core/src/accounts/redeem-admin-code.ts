/** The way of an account to the role admin by a one-time code. */

import type { Actor } from "../actor.ts";
import { readAccount, userView } from "../users/user-document.ts";
import type { User } from "../users/user.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { changeRoles } from "./change-roles.ts";

/** Makes the actor an admin by the code of its email address. @throws CurationError FORBIDDEN, NOT_FOUND */
export function redeemAdminCode(
  {
    ledger,
    adminCodes,
    adminWallets,
  }: Pick<AccountsParts, "ledger" | "adminCodes" | "adminWallets">,
  actor: Actor,
  code: string,
): Promise<User> {
  return ledger.run(async (unit) => {
    const own = await readAccount(unit.tx, actor.id);
    await adminCodes.redeem(unit.tx, own.value.email, code);
    const roles = [...own.value.roles, "admin"] as const;
    return userView(await changeRoles(unit, own, roles, adminWallets));
  });
}
