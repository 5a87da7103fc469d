/** The change of an e-mail address by its owner. */

import { type Origin, emailKey } from "@bourse/credentials";

import { emailTaken } from "./account-refusals.ts";
import type { User } from "./account.ts";
import { changeAsOwner, type OwnerParts } from "./change-as-owner.ts";
import { checkEmail } from "./check-account-input.ts";
import { checkEmailFree } from "./find-account.ts";

/**
 * Replaces the e-mail address and ends the user's other sessions.
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
  const user = await changeAsOwner(parts, own, input.currentPassword, async () => {
    // Like a registration, a change tells whether an address is taken.
    await parts.logins.passwords.countRegistration(origin);
    await checkEmailFree(parts.store, email, userId);
    return {
      fields: { email, emailKey: emailKey(email), emailVerifiedAt: null },
      notice: "email_changed",
      event: "email.changed",
    };
  }).catch(emailTaken);
  parts.audit.record("email.changed", { userId, sessionId }, origin);
  return user;
}
