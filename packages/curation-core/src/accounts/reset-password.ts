/** A forgotten password: the request of a link, and the new password that its holder chooses. */

import {
  type Origin,
  emailKey,
  findByEmailKey,
  removeForeignIdentities,
} from "@bourse/credentials";

import { removeAccountWallets } from "../users/account-wallet-document.ts";
import { NO_RECOVERY } from "../users/recovery-request.ts";
import { readAccount, users } from "../users/user-document.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { withAdmin } from "./change-roles.ts";
import { checkEmail, checkNewPassword } from "./check-account.ts";
import { prepareNotice } from "./notices.ts";
import { mailAccountOf } from "./open-mails.ts";

/** Asks for a link. @throws CurationError VALIDATION_ERROR, RATE_LIMITED, MAIL_UNAVAILABLE */
export async function requestPasswordReset(
  { mail }: Pick<AccountsParts, "mail">,
  email: string,
  origin: Origin = {},
): Promise<void> {
  await mail.requestReset(checkEmail(email), origin);
}

/** A link for the operator to hand over; undefined when no account has the address. */
export async function passwordResetLink(
  { store, mail, trail }: Pick<AccountsParts, "store" | "mail" | "trail">,
  email: string,
): Promise<string | undefined> {
  const account = mailAccountOf((await findByEmailKey(store, users, email))?.value);
  if (account === undefined) return undefined;
  const link = await mail.link("password_reset", account);
  const { id } = account;
  trail.append({ action: "account.reset_link_made", actor: "operator", account: id, subject: id });
  return link;
}

/**
 * Replaces the password by a link, and ends all sessions and links of the account; a link that takes a former address
 * back gives the account that address too. Identities stay whose provider has verified the address. Of several calls
 * with one token one succeeds.
 *
 * @throws CurationError LINK_INVALID, VALIDATION_ERROR, BUSY
 */
export async function resetPassword(
  parts: Pick<
    AccountsParts,
    "store" | "ledger" | "logins" | "factors" | "mail" | "trail" | "adminWallets"
  >,
  input: { readonly token: string; readonly password: string },
  origin: Origin = {},
): Promise<void> {
  const { store, ledger, logins, factors, mail, adminWallets } = parts;
  const { token } = input;
  const purpose = token.startsWith("er_") ? "email_restore" : "password_reset";
  const { account: holder, email: restored, madeAt } = await mail.holder(purpose, token);
  const { id } = holder;
  const { value: account } = await readAccount(store, id);
  // A password that is refused does not use the link up.
  const password = checkNewPassword(input.password, "password", account);
  const passwordHash = await logins.passwords.hash(password, origin);
  const former = restored === null ? {} : { email: restored, emailKey: emailKey(restored) };
  const notice = await prepareNotice(mail, { ...account, ...former }, "password_reset");
  const ended = await ledger.run(async ({ tx, now }) => {
    const { isMailed } = await mail.holder(purpose, token, tx);
    const { value, version } = await readAccount(tx, id);
    const changes = { passwordHash, passwordResetAt: now, updatedAt: now, ...NO_RECOVERY };
    // Who reads the mails of an address has proved it.
    const proof = isMailed ? { emailVerifiedAt: value.emailVerifiedAt ?? now } : {};
    const back = restored === null ? {} : { ...former, emailVerifiedAt: now };
    // Who took the account over, or registered it before its owner, may have linked an identity.
    await removeForeignIdentities(tx, id, restored ?? holder.email);
    // Whoever registered an address that they do not read must not keep a way in.
    const isFirst = isMailed && typeof value.emailVerifiedAt !== "number";
    const isSole = isFirst && restored === null && !value.walletVerified;
    const isAdmin = isSole && (await adminWallets.isAdminByLink(tx, value.emailKey));
    const roles = withAdmin(value.roles, isAdmin);
    await tx.replace(users, { ...value, ...changes, ...proof, ...back, ...roles }, version);
    if (restored !== null || isFirst) {
      const since = restored === null ? 0 : madeAt;
      await factors.removePasskeysSince(tx, id, since);
      await removeAccountWallets(tx, id, since);
    }
    await mail.endRestored(tx, id, token);
    await mail.endLinks(tx, id, ["password_reset", "email_change", "wallet_recovery"]);
    await mail.add(tx, notice);
    return await logins.sessions.endAll(tx, id);
  });
  logins.sessions.settle(ended);
  parts.trail.append({
    action: restored === null ? "account.password_reset" : "account.email_restored",
    actor: `user:${id}`,
    account: id,
    address: origin.ip ?? null,
    subject: id,
  });
}
