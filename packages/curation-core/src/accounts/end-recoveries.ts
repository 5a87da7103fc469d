/** The end of the recoveries of an account by its owner, who shows by a login that nothing is lost. */

import type { Origin } from "@bourse/credentials";
import { everyDocument, type Store } from "@bourse/kernel";

import { tellAccount } from "../ledger/account-event.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import { NO_RECOVERY } from "../users/recovery-request.ts";
import { type UserDocument, readAccount, users } from "../users/user-document.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { prepareNotice } from "./notices.ts";

/** Ends the recoveries that wait; without effect on an account without one. */
export async function endRecoveries(
  { webhooks }: Pick<AccountsParts, "webhooks">,
  { tx }: UnitOfWork,
  user: UserDocument,
): Promise<UserDocument> {
  if ((user.recoveries ?? []).length === 0) return user;
  const { version } = await readAccount(tx, user.id);
  await tellAccount(webhooks, tx, user.id, "account.recovery_ended");
  return (await tx.replace(users, { ...user, ...NO_RECOVERY }, version)).value;
}

/** Tells the owner of the end, after its transaction. */
export async function tellEnded(
  { ledger, mail, trail }: Pick<AccountsParts, "ledger" | "mail" | "trail">,
  user: UserDocument,
  { ip }: Origin,
): Promise<void> {
  const { id } = user;
  const facts = { account: id, address: ip ?? null, subject: id };
  trail.append({ action: "account.recovery_ended", actor: `user:${id}`, ...facts });
  const notice = await prepareNotice(mail, user, "recovery_ended");
  if (notice !== undefined) await ledger.run(({ tx }) => mail.add(tx, notice));
}

/** Ends the recoveries of all accounts, one by one, without a notice. */
export async function endEveryRecovery(store: Store): Promise<void> {
  for await (const { value } of everyDocument(store, users)) {
    if ((value.recoveries ?? []).length === 0) continue;
    await store.transaction(async (tx) => {
      const found = await tx.get(users, value.id);
      if (found !== undefined) {
        await tx.replace(users, { ...found.value, ...NO_RECOVERY }, found.version);
      }
    });
  }
}
