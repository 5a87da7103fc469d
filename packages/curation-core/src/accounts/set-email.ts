/** The first email address of an account, or another one. */

import { type Origin, emailKey } from "@bourse/credentials";

import type { Actor } from "../actor.ts";
import type { CurationError } from "../errors.ts";
import { invalid } from "../invalid.ts";
import { type UserDocument, readAccount, users } from "../users/user-document.ts";
import type { User } from "../users/user.ts";
import type { EmailChange } from "./account-input.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { changeOwnAccount, type OwnParts } from "./change-own-account.ts";
import { withAdmin } from "./change-roles.ts";
import { checkEmail, checkNewPassword } from "./check-account.ts";
import { mailAccountOf } from "./open-mails.ts";
import { proveOwner } from "./owner-proof.ts";
import { checkEmailFree, duplicate } from "./taken.ts";

/**
 * Sets or replaces the email address, and the password with it when one is given. Where mails are set up, another
 * address counts once the link that it gets is opened, unless the operator's code proves it.
 *
 * @throws CurationError VALIDATION_ERROR, EMAIL_TAKEN, FORBIDDEN, NOT_FOUND, and the errors of `proveOwner`
 */
export async function setEmail(
  parts: OwnParts & Pick<AccountsParts, "proofs" | "adminCodes">,
  actor: Actor,
  input: EmailChange,
  origin: Origin = {},
): Promise<User> {
  const { store, mail, adminCodes } = parts;
  const { passwords } = parts.logins;
  const email = checkEmail(input.email);
  const account = { ...(await readAccount(store, actor.id)).value, email };
  const password =
    input.newPassword === undefined
      ? null
      : checkNewPassword(input.newPassword, "newPassword", account);
  const owner = await proveOwner(parts, actor, input, origin);
  if (password === null && owner.user.passwordHash === null) throw passwordMissing();
  // Like a registration, a change tells whether an address is taken.
  await passwords.countRegistration(origin);
  await adminCodes.check(store, email, input.adminCode);
  await checkEmailFree(parts, store, email, actor.id);
  const anew = password === null ? {} : { passwordHash: await passwords.hash(password, origin) };
  const isAsked =
    mail.confirmsEmailChanges && owner.user.email !== null && input.adminCode === undefined;
  if (isAsked) return await askNewAddress(parts, actor, { owner, email, anew }, origin);
  return await changeOwnAccount(parts, actor, {
    notice: "email_changed",
    write: async ({ tx, now }, own) => {
      await owner.use(tx, own.value);
      const isAdmin = await adminCodes.redeem(tx, email, input.adminCode);
      await checkEmailFree(parts, tx, email, actor.id);
      const roles = withAdmin(own.value.roles, isAdmin);
      const fields = { email, emailKey: emailKey(email), emailVerifiedAt: null, updatedAt: now };
      const changed = { ...own.value, ...roles, ...anew, ...fields };
      return (await tx.replace(users, changed, own.version)).value;
    },
  }).catch(duplicate);
}

interface AskedAddress {
  readonly owner: Awaited<ReturnType<typeof proveOwner>>;
  readonly email: string;
  /** The new password, where one is given. */
  readonly anew: Partial<UserDocument>;
}

/** Sends the new address a link; the account keeps its own until then. */
async function askNewAddress(
  parts: OwnParts,
  actor: Actor,
  { owner, email, anew }: AskedAddress,
  origin: Origin,
): Promise<User> {
  const present = mailAccountOf(owner.user);
  if (present === undefined) throw passwordMissing();
  return await changeOwnAccount(parts, actor, {
    notice: anew.passwordHash === undefined ? null : "password_changed",
    asked: await parts.mail.prepareEmailChange(present, email, origin),
    write: async ({ tx, now }, own) => {
      await owner.use(tx, own.value);
      const changed = { ...own.value, ...anew, updatedAt: now };
      return (await tx.replace(users, changed, own.version)).value;
    },
  });
}

function passwordMissing(): CurationError {
  const message = "is required with the first email address of an account";
  return invalid(["body", "newPassword"], message, "missing");
}
