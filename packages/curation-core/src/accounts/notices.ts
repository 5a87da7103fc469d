/** Notices of changes that an account's holder should know of. */

import type { AccountMail, ChangeNotice } from "@bourse/credentials";
import type { Store } from "@bourse/kernel";

import type { Role } from "../actor.ts";
import { type UserDocument, readAccount } from "../users/user-document.ts";
import { mailAccountOf } from "./open-mails.ts";

/**
 * A notice to the address that the account has now; undefined without an address or without mails. Of another address
 * it has a link that takes it back, where its owner had proved it.
 */
export async function prepareNotice(
  mail: AccountMail,
  user: UserDocument,
  kind: ChangeNotice,
  change?: string,
): ReturnType<AccountMail["prepareNotice"]> {
  const account = mailAccountOf(user);
  if (account === undefined) return undefined;
  const keys: readonly string[] = [];
  if (kind === "email_changed" && mail.confirmsEmailChanges) {
    const isProved = typeof user.emailVerifiedAt === "number";
    return await mail.prepareEmailChanged(account, { isProved, keys });
  }
  const told = change === undefined ? {} : { change };
  return await mail.prepareNotice({ kind, to: account.email, name: account.name, keys, ...told });
}

/** Notice of the roles that an admin gives an account; undefined when it has them. @throws CurationError NOT_FOUND */
export async function prepareRolesNotice(
  { store, mail }: { readonly store: Store; readonly mail: AccountMail },
  userId: string,
  roles: readonly Role[],
): ReturnType<AccountMail["prepareNotice"]> {
  const user = (await readAccount(store, userId)).value;
  const isSame =
    user.roles.length === roles.length && roles.every((one) => user.roles.includes(one));
  if (isSame) return undefined;
  const has = roles.length === 0 ? "no role" : `the roles ${roles.join(", ")}`;
  return await prepareNotice(mail, user, "roles_changed", `It has ${has} now.`);
}
