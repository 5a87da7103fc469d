/** A forgotten password: the request of a link, and the new password that its holder chooses. */

import { type Origin, emailKey, removeForeignIdentities } from "@bourse/credentials";

import { noAccount } from "./account-refusals.ts";
import { accounts } from "./account.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { checkEmail, checkNewPassword } from "./check-account-input.ts";
import { findByEmail } from "./find-account.ts";

/** Asks for a link. @throws AuthError VALIDATION_ERROR, RATE_LIMITED, MAIL_UNAVAILABLE */
export async function requestPasswordReset(
  { mail }: Pick<AccountsParts, "mail">,
  email: string,
  origin: Origin = {},
): Promise<void> {
  await mail.requestReset(checkEmail(email), origin);
}

/** A link for the operator to hand over; undefined when no active account has the address. */
export async function passwordResetLink(
  { store, mail, audit }: Pick<AccountsParts, "store" | "mail" | "audit">,
  email: string,
): Promise<string | undefined> {
  const account = await findByEmail(store, email);
  if (account?.status !== "active") return undefined;
  const link = await mail.link("password_reset", account);
  audit.record("password.reset_link_made", { userId: account.id });
  return link;
}

/**
 * Replaces the password by a link, and ends all sessions and links of the user; a link that takes a former address back
 * gives the account that address too. Identities stay whose provider has verified it. Of several calls with one token
 * one succeeds.
 *
 * @throws AuthError LINK_INVALID, VALIDATION_ERROR, BUSY
 */
export async function resetPassword(
  parts: Pick<
    AccountsParts,
    "store" | "logins" | "factors" | "audit" | "clock" | "mail" | "keyNames" | "emit"
  >,
  input: { readonly token: string; readonly password: string },
  origin: Origin = {},
): Promise<void> {
  const { store, logins, factors, mail, clock } = parts;
  const { token } = input;
  const purpose = token.startsWith("er_") ? "email_restore" : "password_reset";
  const { account, email: restored, madeAt } = await mail.holder(purpose, token);
  const { id: userId, email, name } = account;
  // A password that is refused does not use the link up.
  const password = checkNewPassword(input.password, "password", [email, name]);
  const passwordHash = await logins.passwords.hash(password, origin);
  const keys = await parts.keyNames(userId);
  const notice = await mail.prepareNotice({
    kind: "password_reset",
    to: restored ?? email,
    name,
    keys,
  });
  const ended = await store.transaction(async (tx) => {
    const { isMailed } = await mail.holder(purpose, token, tx);
    const found = await tx.get(accounts, userId);
    if (found === undefined) throw noAccount();
    const now = clock.now();
    const changes = { passwordHash, passwordChangedAt: now, passwordResetAt: now };
    // Who reads the mails of an address has proved it.
    const proof = isMailed ? { emailVerifiedAt: found.value.emailVerifiedAt ?? now } : {};
    const former =
      restored === null
        ? {}
        : { email: restored, emailKey: emailKey(restored), emailVerifiedAt: now };
    const changed = { ...found.value, ...changes, ...proof, ...former };
    await tx.replace(accounts, changed, found.version);
    // Who took the account over, or registered it before its owner, may have linked an identity.
    await removeForeignIdentities(tx, userId, changed.email);
    if (restored !== null) await factors.removePasskeysSince(tx, userId, madeAt);
    else if (isMailed && typeof found.value.emailVerifiedAt !== "number") {
      // Whoever registered an address that they do not read must not keep a way in.
      await factors.removePasskeysSince(tx, userId, 0);
    }
    await mail.endRestored(tx, userId, token);
    await mail.endLinks(tx, userId, ["password_reset", "email_change"]);
    await mail.add(tx, notice);
    await parts.emit(tx, "password.reset", { userId });
    if (restored !== null) await parts.emit(tx, "email.changed", { userId });
    return await logins.sessions.endAll(tx, userId);
  });
  logins.sessions.settle(ended);
  if (restored !== null) parts.audit.record("email.restored", { userId }, origin);
  parts.audit.record("password.reset", { userId }, origin);
}
