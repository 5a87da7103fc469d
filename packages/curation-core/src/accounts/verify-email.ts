/** The proof that an account's email address is its owner's. */

import { type Origin, emailKey } from "@bourse/credentials";
import type { AuditFacts, Transaction } from "@bourse/kernel";

import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { NO_RECOVERY } from "../users/recovery-request.ts";
import { type UserDocument, readAccount, users } from "../users/user-document.ts";
import type { EmailState } from "./account-recovery.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { withAdmin } from "./change-roles.ts";
import { prepareNotice } from "./notices.ts";
import { mailAccountOf } from "./open-mails.ts";
import { checkEmailFree, duplicate } from "./taken.ts";

/** The state of the address of the actor's account. @throws CurationError NOT_FOUND */
export async function emailState(
  { store }: Pick<AccountsParts, "store">,
  actor: Actor,
): Promise<EmailState> {
  const { email, emailVerifiedAt = null } = (await readAccount(store, actor.id)).value;
  return { email, verifiedAt: emailVerifiedAt };
}

/** Asks for a link that proves the address. @throws CurationError NOT_FOUND, RATE_LIMITED, MAIL_UNAVAILABLE */
export async function requestEmailVerification(
  { store, mail }: Pick<AccountsParts, "store" | "mail">,
  actor: Actor,
  origin: Origin = {},
): Promise<void> {
  const account = mailAccountOf((await readAccount(store, actor.id)).value);
  if (account === undefined) {
    throw new CurationError("NOT_FOUND", "The account has no email address; set one first.");
  }
  await mail.requestVerification(account, origin);
}

/** Notes that the address of a link is proved. @throws CurationError LINK_INVALID */
export async function verifyEmail(
  parts: Pick<AccountsParts, "ledger" | "mail" | "trail" | "adminWallets">,
  { token, actor }: OpenedLink,
  origin: Origin = {},
): Promise<void> {
  const { ledger, mail, trail } = parts;
  const { id, isAdmin } = await ledger.run(async ({ tx, now }) => {
    const { account } = await mail.holder("email_verification", token, tx);
    const { value, version } = await readAccount(tx, account.id);
    const isFirst = typeof value.emailVerifiedAt !== "number";
    const makesAdmin = isFirst && (await makesAnAdmin(parts, tx, value, actor));
    const roles = withAdmin(value.roles, makesAdmin);
    await tx.replace(users, { ...value, ...roles, emailVerifiedAt: now }, version);
    await mail.endLinks(tx, account.id, ["email_verification"]);
    return { id: account.id, isAdmin: makesAdmin };
  });
  trail.append(rowOf("account.email_verified", id, origin));
  if (isAdmin) trail.append(rowOf("account.admin_by_email", id, origin));
}

/** A link, and the account in whose session it was opened; null for none. */
export interface OpenedLink {
  readonly token: string;
  readonly actor: Actor | null;
}

/**
 * True when a first proof of the address makes the account an admin. Whoever registered the address of another person
 * has a session and no link, and that person has the link and no session: only both together give the role.
 */
async function makesAnAdmin(
  { adminWallets }: Pick<AccountsParts, "adminWallets">,
  tx: Transaction,
  user: UserDocument,
  actor: Actor | null,
): Promise<boolean> {
  if (actor?.id !== user.id || actor.suspension !== undefined || user.isAdmin) return false;
  return await adminWallets.isAdminByLink(tx, user.emailKey);
}

/**
 * Gives an account the address that a link was sent to, and ends all of its sessions. Its former address is told, and
 * can take it back for seven days where its owner had proved it.
 *
 * @throws CurationError LINK_INVALID, EMAIL_TAKEN
 */
export async function confirmEmail(
  parts: Pick<AccountsParts, "store" | "ledger" | "logins" | "mail" | "trail" | "adminWallets">,
  { token, actor }: OpenedLink,
  origin: Origin = {},
): Promise<void> {
  const { store, ledger, mail, trail } = parts;
  const { sessions } = parts.logins;
  const { account, email } = await mail.holder("email_change", token);
  const { id } = account;
  if (email === null) return;
  const before = (await readAccount(store, id)).value;
  const notice = await prepareNotice(mail, before, "email_changed");
  let isAdmin = false;
  const ended = await ledger
    .run(async ({ tx, now }) => {
      await mail.holder("email_change", token, tx);
      const { value, version } = await readAccount(tx, id);
      await checkEmailFree(parts, tx, email, id);
      const fields = { email, emailKey: emailKey(email), emailVerifiedAt: now, updatedAt: now };
      const moved = { ...value, ...fields, ...NO_RECOVERY };
      isAdmin = await makesAnAdmin(parts, tx, moved, actor);
      await tx.replace(users, { ...moved, ...withAdmin(value.roles, isAdmin) }, version);
      await mail.endLinks(tx, id, [
        "password_reset",
        "email_verification",
        "email_change",
        "wallet_recovery",
      ]);
      await mail.add(tx, notice);
      return await sessions.endAll(tx, id);
    })
    .catch(duplicate);
  sessions.settle(ended);
  trail.append(rowOf("account.email_changed", id, origin));
  if (isAdmin) trail.append(rowOf("account.admin_by_email", id, origin));
}

function rowOf(action: string, id: string, { ip }: Origin): AuditFacts {
  return { action, actor: `user:${id}`, account: id, address: ip ?? null, subject: id };
}
