/** Changes of the actor's account that end its other sessions. */

import type { Versioned } from "@bourse/kernel";

import type { Actor } from "../actor.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import { type UserDocument, readAccount, userView } from "../users/user-document.ts";
import type { User } from "../users/user.ts";
import type { AccountsParts } from "./accounts-parts.ts";

/** Changes the actor's account and ends its other sessions in one transaction. @throws CurationError NOT_FOUND */
export async function changeOwnAccount(
  { ledger, logins: { sessions } }: Pick<AccountsParts, "ledger" | "logins">,
  actor: Actor,
  write: (unit: UnitOfWork, own: Versioned<UserDocument>) => Promise<UserDocument>,
): Promise<User> {
  const { user, ended } = await ledger.run(async (unit) => {
    const own = await readAccount(unit.tx, actor.id);
    const changed = await write(unit, own);
    const others = await sessions.endAll(unit.tx, actor.id, actor.sessionId ?? undefined);
    return { user: changed, ended: others };
  });
  sessions.settle(ended);
  return userView(user);
}
