/** Changes of the actor's account that end its other sessions. */

import type { ChangeNotice, PreparedMail } from "@bourse/credentials";
import type { Versioned } from "@bourse/kernel";

import type { Actor } from "../actor.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import { NO_RECOVERY } from "../users/recovery-request.ts";
import { type UserDocument, readAccount, userView } from "../users/user-document.ts";
import type { User } from "../users/user.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { prepareNotice } from "./notices.ts";

/** Parts that a change of the actor's account needs. */
export type OwnParts = Pick<AccountsParts, "store" | "ledger" | "logins" | "mail">;

/** A change of the actor's account. */
export interface OwnChange {
  /** Kind of the notice to the address that the account had before; null for none. */
  readonly notice: ChangeNotice | null;
  /** Mail to a new address, which counts once its link is opened. Default: none. */
  readonly asked?: PreparedMail;
  /** Writes the change. */
  readonly write: (unit: UnitOfWork, own: Versioned<UserDocument>) => Promise<UserDocument>;
}

/** Changes the actor's account and ends its other sessions in one transaction. @throws CurationError NOT_FOUND */
export async function changeOwnAccount(
  { store, ledger, mail, logins: { sessions } }: OwnParts,
  actor: Actor,
  { notice: kind, asked, write }: OwnChange,
): Promise<User> {
  const before = (await readAccount(store, actor.id)).value;
  const notice = kind === null ? undefined : await prepareNotice(mail, before, kind);
  const { user, ended } = await ledger.run(async (unit) => {
    const { value, version } = await readAccount(unit.tx, actor.id);
    // Whoever can prove to be the owner has lost nothing: a recovery that waits ends.
    const own = { value: { ...value, ...NO_RECOVERY }, version };
    const changed = await write(unit, own);
    // A link was made for the credentials that the account had.
    await mail.endLinks(unit.tx, actor.id, ["password_reset", "email_change", "wallet_recovery"]);
    await mail.add(unit.tx, notice);
    await mail.add(unit.tx, asked);
    const others = await sessions.endAll(unit.tx, actor.id, actor.sessionId ?? undefined);
    return { user: changed, ended: others };
  });
  sessions.settle(ended);
  return userView(user);
}
