/** Notices of changes that an account's holder should know of. */

import type { AccountMail, Letter } from "@bourse/credentials";

import type { UserDocument } from "../users/user-document.ts";

/** Kind of a notice. */
export type NoticeKind = Exclude<Letter["kind"], `${string}_requested`>;

/** A notice to the address that the account has now; undefined without an address or without mails. */
export async function prepareNotice(
  mail: AccountMail,
  { email: to, username: name }: Pick<UserDocument, "email" | "username">,
  kind: NoticeKind,
): ReturnType<AccountMail["prepareNotice"]> {
  return to === null ? undefined : await mail.prepareNotice({ kind, to, name, keys: [] });
}
