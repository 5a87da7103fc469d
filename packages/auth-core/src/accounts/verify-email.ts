/** The proof that an account's e-mail address is its owner's. */

import type { Origin } from "@bourse/credentials";

import { noAccount } from "./account-refusals.ts";
import { accounts } from "./account.ts";
import type { AccountsParts } from "./accounts-parts.ts";

/** An account's e-mail address, and the state of its proof. */
export interface EmailState {
  /** E-mail address of the account. */
  readonly email: string;
  /** Time at which its owner proved it, in milliseconds since the Unix epoch (UTC); null until then. */
  readonly verifiedAt: number | null;
}

/** The state of an account's address. @throws AuthError NOT_FOUND */
export async function emailState(
  { store }: Pick<AccountsParts, "store">,
  userId: string,
): Promise<EmailState> {
  const account = (await store.get(accounts, userId))?.value;
  if (account === undefined) throw noAccount();
  return { email: account.email, verifiedAt: account.emailVerifiedAt ?? null };
}

/** Asks for a link that proves the address. @throws AuthError NOT_FOUND, RATE_LIMITED, MAIL_UNAVAILABLE */
export async function requestEmailVerification(
  { store, mail }: Pick<AccountsParts, "store" | "mail">,
  userId: string,
  origin: Origin = {},
): Promise<void> {
  const account = (await store.get(accounts, userId))?.value;
  if (account === undefined) throw noAccount();
  await mail.requestVerification(account, origin);
}

/** Notes that the address of a link is proved. @throws AuthError LINK_INVALID */
export async function verifyEmail(
  parts: Pick<AccountsParts, "store" | "mail" | "audit" | "clock" | "emit">,
  token: string,
  origin: Origin = {},
): Promise<void> {
  const { store, mail, audit, clock } = parts;
  const userId = await store.transaction(async (tx) => {
    const { id } = (await mail.holder("email_verification", token, tx)).account;
    const found = await tx.get(accounts, id);
    if (found === undefined) throw noAccount();
    await tx.replace(accounts, { ...found.value, emailVerifiedAt: clock.now() }, found.version);
    await mail.endLinks(tx, id, ["email_verification"]);
    await parts.emit(tx, "email.verified", { userId: id });
    return id;
  });
  audit.record("email.verified", { userId }, origin);
}
