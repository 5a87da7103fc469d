/** The replacement of a password. */

import type { Origin } from "@bourse/credentials";

import type { Actor } from "../actor.ts";
import type { CurationError } from "../errors.ts";
import { invalid } from "../invalid.ts";
import { readAccount, users } from "../users/user-document.ts";
import type { User } from "../users/user.ts";
import type { PasswordChange } from "./account-input.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { changeOwnAccount, type OwnParts } from "./change-own-account.ts";
import { checkNewPassword } from "./check-account.ts";
import { proveOwner } from "./owner-proof.ts";

/**
 * Replaces the password of an account with an email address.
 *
 * @throws CurationError VALIDATION_ERROR, NOT_FOUND, BUSY, and the errors of `proveOwner`
 */
export async function setPassword(
  parts: OwnParts & Pick<AccountsParts, "proofs">,
  actor: Actor,
  input: PasswordChange,
  origin: Origin = {},
): Promise<User> {
  const account = (await readAccount(parts.store, actor.id)).value;
  const password = checkNewPassword(input.newPassword, "newPassword", account);
  const owner = await proveOwner(parts, actor, input, origin);
  if (owner.user.email === null) throw emailMissing();
  const passwordHash = await parts.logins.passwords.hash(password, origin);
  return await changeOwnAccount(parts, actor, {
    notice: "password_changed",
    write: async ({ tx, now }, own) => {
      await owner.use(tx, own.value);
      const changed = { ...own.value, passwordHash, updatedAt: now };
      return (await tx.replace(users, changed, own.version)).value;
    },
  });
}

function emailMissing(): CurationError {
  const message = "needs an account with an email address; set both together";
  return invalid(["body", "newPassword"], message, "email");
}
