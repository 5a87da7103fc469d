/** The proof that an account's email address is its owner's. */

import { type Origin, emailKey } from "@bourse/credentials";
import type { AuditFacts } from "@bourse/kernel";

import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { readAccount, users } from "../users/user-document.ts";
import type { EmailState } from "./account-recovery.ts";
import type { AccountsParts } from "./accounts-parts.ts";
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
  { ledger, mail, trail }: Pick<AccountsParts, "ledger" | "mail" | "trail">,
  token: string,
  origin: Origin = {},
): Promise<void> {
  const id = await ledger.run(async ({ tx, now }) => {
    const { account } = await mail.holder("email_verification", token, tx);
    const { value, version } = await readAccount(tx, account.id);
    await tx.replace(users, { ...value, emailVerifiedAt: now }, version);
    await mail.endLinks(tx, account.id, ["email_verification"]);
    return account.id;
  });
  trail.append(rowOf("account.email_verified", id, origin));
}

/**
 * Gives an account the address that a link was sent to, and ends all of its sessions. Its former address is told, and
 * can take it back for seven days where its owner had proved it.
 *
 * @throws CurationError LINK_INVALID, EMAIL_TAKEN
 */
export async function confirmEmail(
  parts: Pick<AccountsParts, "store" | "ledger" | "logins" | "mail" | "trail">,
  token: string,
  origin: Origin = {},
): Promise<void> {
  const { store, ledger, mail, trail } = parts;
  const { sessions } = parts.logins;
  const { account, email } = await mail.holder("email_change", token);
  const { id } = account;
  if (email === null) return;
  const before = (await readAccount(store, id)).value;
  const notice = await prepareNotice(mail, before, "email_changed");
  const ended = await ledger
    .run(async ({ tx, now }) => {
      await mail.holder("email_change", token, tx);
      const { value, version } = await readAccount(tx, id);
      await checkEmailFree(parts, tx, email, id);
      const fields = { email, emailKey: emailKey(email), emailVerifiedAt: now, updatedAt: now };
      await tx.replace(users, { ...value, ...fields }, version);
      await mail.endLinks(tx, id, ["password_reset", "email_verification", "email_change"]);
      await mail.add(tx, notice);
      return await sessions.endAll(tx, id);
    })
    .catch(duplicate);
  sessions.settle(ended);
  trail.append(rowOf("account.email_changed", id, origin));
}

function rowOf(action: string, id: string, { ip }: Origin): AuditFacts {
  return { action, actor: `user:${id}`, account: id, address: ip ?? null, subject: id };
}
