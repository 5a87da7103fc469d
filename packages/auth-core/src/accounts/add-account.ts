/** The creation of an account by the operator of the service. */

import { emailKey } from "@bourse/credentials";
import { randomBytes, toBase64url } from "@bourse/kernel/platform";

import { emailTaken } from "./account-refusals.ts";
import { type AccountDocument, accounts, type User, userOf } from "./account.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { checkEmail } from "./check-account-input.ts";
import { checkEmailFree } from "./find-account.ts";

/** Creates an account whose password nobody knows: a link sets one. @throws AuthError VALIDATION_ERROR, EMAIL_TAKEN */
export async function addAccount(
  parts: Pick<AccountsParts, "store" | "logins" | "mail" | "audit" | "clock" | "ids">,
  given: string,
): Promise<User> {
  const email = checkEmail(given);
  const { store, logins, audit, clock, ids } = parts;
  const passwordHash = await logins.passwords.hash(toBase64url(randomBytes(32)), {});
  const now = clock.now();
  const account: AccountDocument = {
    id: ids.uuid(),
    email,
    emailKey: emailKey(email),
    name: "",
    passwordHash,
    status: "active",
    createdAt: now,
    passwordChangedAt: now,
  };
  await store
    .transaction(async (tx) => {
      await checkEmailFree(parts, tx, email);
      await tx.insert(accounts, account);
    })
    .catch(emailTaken);
  audit.record("account.added", { userId: account.id });
  return userOf(account);
}
