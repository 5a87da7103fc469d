/** The proof that an account's email address is its owner's. */

import type { Origin } from "@bourse/credentials";

import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { readAccount, users } from "../users/user-document.ts";
import type { EmailState } from "./account-recovery.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { mailAccountOf } from "./open-mails.ts";

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
    await mail.endLinks(tx, "email_verification", account.id);
    return account.id;
  });
  trail.append({
    action: "account.email_verified",
    actor: `user:${id}`,
    account: id,
    address: origin.ip ?? null,
    subject: id,
  });
}
