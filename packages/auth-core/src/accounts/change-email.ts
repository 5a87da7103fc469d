/** The change of an e-mail address by its owner: at once, or once the link that the new address gets is opened. */

import { type Origin, emailKey } from "@bourse/credentials";

import { emailTaken, noAccount, wrongCredentials } from "./account-refusals.ts";
import { type User, accounts, userOf } from "./account.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { changeAsOwner, proveOwner, type OwnerParts, type OwnSession } from "./change-as-owner.ts";
import { checkEmail } from "./check-account-input.ts";
import { checkEmailFree } from "./find-account.ts";

/**
 * Replaces the e-mail address and ends the user's other sessions; where mails are set up, asks the new address first.
 *
 * @throws AuthError INVALID_CREDENTIALS, VALIDATION_ERROR, EMAIL_TAKEN, RATE_LIMITED, BUSY
 */
export async function changeEmail(
  parts: OwnerParts,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  input: { readonly email: string; readonly currentPassword: string },
  origin: Origin = {},
): Promise<User> {
  const email = checkEmail(input.email);
  const own = { userId, sessionId, origin };
  if (parts.mail.confirmsEmailChanges) return await askNewAddress(parts, own, input, email);
  const user = await changeAsOwner(parts, own, input.currentPassword, async () => {
    // Like a registration, a change tells whether an address is taken.
    await parts.logins.passwords.countRegistration(origin);
    await checkEmailFree(parts, parts.store, email, userId);
    return {
      fields: { email, emailKey: emailKey(email), emailVerifiedAt: null },
      notice: "email_changed",
      event: "email.changed",
    };
  }).catch(emailTaken);
  parts.audit.record("email.changed", { userId, sessionId }, origin);
  return user;
}

/** Sends the new address a link; the account stays as it is until then. */
async function askNewAddress(
  parts: OwnerParts,
  own: OwnSession,
  { currentPassword }: { readonly currentPassword: string },
  email: string,
): Promise<User> {
  const { store, mail } = parts;
  const { userId, sessionId, origin } = own;
  const proved = await proveOwner(parts, own, currentPassword);
  await parts.logins.passwords.countRegistration(origin);
  await checkEmailFree(parts, store, email, userId);
  const prepared = await mail.prepareEmailChange(proved, email, origin);
  await store.transaction(async (tx) => {
    const now = (await tx.get(accounts, userId))?.value;
    if (now?.passwordHash !== proved.passwordHash) throw wrongCredentials();
    await mail.endLinks(tx, userId, ["email_change"]);
    await mail.add(tx, prepared);
  });
  parts.audit.record("email.change_requested", { userId, sessionId }, origin);
  return userOf(proved);
}

/**
 * Gives an account the address that a link was sent to, and ends all of its sessions. Its former address is told, and
 * can take it back for seven days where its owner had proved it.
 *
 * @throws AuthError LINK_INVALID, EMAIL_TAKEN
 */
export async function confirmEmail(
  parts: Pick<AccountsParts, "store" | "logins" | "mail" | "audit" | "clock" | "keyNames" | "emit">,
  token: string,
  origin: Origin = {},
): Promise<void> {
  const { store, mail, clock, logins } = parts;
  const { id: userId } = (await mail.holder("email_change", token)).account;
  const before = (await store.get(accounts, userId))?.value;
  if (before === undefined) throw noAccount();
  const isProved = typeof before.emailVerifiedAt === "number";
  const keys = await parts.keyNames(userId);
  const notice = await mail.prepareEmailChanged(before, { isProved, keys });
  const ended = await store
    .transaction(async (tx) => {
      const { email } = await mail.holder("email_change", token, tx);
      const found = await tx.get(accounts, userId);
      if (found === undefined || email === null) throw noAccount();
      await checkEmailFree(parts, tx, email, userId);
      const fields = { email, emailKey: emailKey(email), emailVerifiedAt: clock.now() };
      await tx.replace(accounts, { ...found.value, ...fields }, found.version);
      await mail.endLinks(tx, userId, ["password_reset", "email_verification", "email_change"]);
      await mail.add(tx, notice);
      await parts.emit(tx, "email.changed", { userId });
      return await logins.sessions.endAll(tx, userId);
    })
    .catch(emailTaken);
  logins.sessions.settle(ended);
  parts.audit.record("email.changed", { userId }, origin);
}
