/** The change of the sign-ins of an account, which its holder is told of. */

import type { IdentityLinksParts } from "@bourse/credentials";

import { noAccount } from "../accounts/account-refusals.ts";
import { accounts } from "../accounts/account.ts";
import type { OpenIdActParts } from "./openid-act-parts.ts";

/** Changes the identities of an account; an option of its links. */
export function changeIdentities({
  store,
  mail,
  keyNames,
}: Pick<OpenIdActParts, "store" | "mail" | "keyNames">): IdentityLinksParts["change"] {
  return async (userId, fact, write) => {
    const account = (await store.get(accounts, userId))?.value;
    if (account === undefined) throw noAccount();
    const { email: to, name } = account;
    const keys = mail.isOn ? await keyNames(userId) : [];
    const change = `The sign-in with ${fact}.`;
    const notice = await mail.prepareNotice({ kind: "sign_ins_changed", to, name, keys, change });
    return await store.transaction(async (tx) => {
      const found = await tx.get(accounts, userId);
      if (found?.value.status !== "active") throw noAccount();
      await tx.replace(accounts, found.value, found.version);
      const changed = await write(tx, { hasOtherWay: found.value.passwordHash !== "" });
      await mail.add(tx, notice);
      return changed;
    });
  };
}
