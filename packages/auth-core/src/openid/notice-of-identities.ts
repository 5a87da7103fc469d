import type { Transaction } from "@bourse/kernel";

import { noAccount } from "../accounts/account-refusals.ts";
import { accounts } from "../accounts/account.ts";
import type { OpenIdActParts } from "./openid-act-parts.ts";

/**
 * Tells the holder of an account of a change of its sign-ins, in the transaction of the change. @throws AuthError
 * NOT_FOUND
 */
export async function noticeOfIdentities(
  { store, mail, keyNames }: Pick<OpenIdActParts, "store" | "mail" | "keyNames">,
  userId: string,
  fact: string,
): Promise<(tx: Transaction) => Promise<void>> {
  const account = (await store.get(accounts, userId))?.value;
  if (account === undefined) throw noAccount();
  const { email: to, name } = account;
  const keys = mail.isOn ? await keyNames(userId) : [];
  const change = `The sign-in with ${fact}.`;
  const notice = await mail.prepareNotice({ kind: "sign_ins_changed", to, name, keys, change });
  return (tx) => mail.add(tx, notice);
}
