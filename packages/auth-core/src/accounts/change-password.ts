/** The change of a password by its owner. */

import type { Origin } from "@bourse/credentials";

import { accounts } from "./account.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { changeAsOwner, type OwnerParts } from "./change-as-owner.ts";
import { checkNewPassword } from "./check-account-input.ts";

const NOBODY = { email: "", name: "" } as const;

/**
 * Replaces the password and ends the user's other sessions.
 *
 * @throws AuthError INVALID_CREDENTIALS, VALIDATION_ERROR, RATE_LIMITED, BUSY
 */
export async function changePassword(
  parts: OwnerParts & Pick<AccountsParts, "clock">,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  input: { readonly currentPassword: string; readonly newPassword: string },
  origin: Origin = {},
): Promise<void> {
  const { email, name } = (await parts.store.get(accounts, userId))?.value ?? NOBODY;
  const password = checkNewPassword(input.newPassword, "newPassword", [email, name]);
  const own = { userId, sessionId, origin };
  await changeAsOwner(parts, own, input.currentPassword, async () => ({
    fields: {
      passwordHash: await parts.logins.passwords.hash(password, origin),
      passwordChangedAt: parts.clock.now(),
    },
    notice: "password_changed",
    event: "password.changed",
  }));
  parts.audit.record("password.changed", { userId, sessionId }, origin);
}
