/** Notices of changes that an account's holder should know of. */

import type { AccountMail, NoticeKind } from "@bourse/credentials";

import type { UserDocument } from "../users/user-document.ts";
import { mailAccountOf } from "./open-mails.ts";

/**
 * A notice to the address that the account has now; undefined without an address or without mails. Of another address
 * it has a link that takes it back, where its owner had proved it.
 */
export async function prepareNotice(
  mail: AccountMail,
  user: UserDocument,
  kind: NoticeKind,
): ReturnType<AccountMail["prepareNotice"]> {
  const account = mailAccountOf(user);
  if (account === undefined) return undefined;
  const keys: readonly string[] = [];
  if (kind === "email_changed" && mail.confirmsEmailChanges) {
    const isProved = typeof user.emailVerifiedAt === "number";
    return await mail.prepareEmailChanged(account, { isProved, keys });
  }
  return await mail.prepareNotice({ kind, to: account.email, name: account.name, keys });
}
