/** The change of the sign-ins of an account, which its holder is told of. */

import type { IdentityLinksParts } from "@bourse/credentials";

import { prepareNotice } from "../accounts/notices.ts";
import { readAccount, users } from "../users/user-document.ts";
import type { OpenIdActParts } from "./openid-act-parts.ts";

/** Changes the identities of an account; an option of its links. */
export function changeIdentities({
  store,
  ledger,
  mail,
}: Pick<OpenIdActParts, "store" | "ledger" | "mail">): IdentityLinksParts["change"] {
  return async (userId, fact, write) => {
    const before = (await readAccount(store, userId)).value;
    const change = `The sign-in with ${fact}.`;
    const notice = await prepareNotice(mail, before, "sign_ins_changed", change);
    return await ledger.run(async ({ tx }) => {
      const { value, version } = await readAccount(tx, userId);
      await tx.replace(users, value, version);
      const hasOtherWay = value.passwordHash !== null || value.walletVerified;
      const changed = await write(tx, { hasOtherWay });
      await mail.add(tx, notice);
      return changed;
    });
  };
}
