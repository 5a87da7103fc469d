/** The login by a passkey alone, which has verified its owner itself. */

import type { Origin, PasskeyAssertion } from "@bourse/credentials";

import { CurationError } from "../errors.ts";
import { users } from "../users/user-document.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { type SignedIn, type SignInParts, signIn } from "./sign-in.ts";

/**
 * Logs an account in by a passkey.
 *
 * @throws CurationError CHALLENGE_INVALID, INVALID_CREDENTIALS, RATE_LIMITED, PASSKEYS_UNAVAILABLE
 */
export async function logInByPasskey(
  parts: SignInParts & Pick<AccountsParts, "factors">,
  { credential }: { readonly credential: PasskeyAssertion },
  origin: Origin = {},
): Promise<SignedIn> {
  const context = { origin, failed: () => undefined };
  const proof = await parts.factors.provePasskey(credential, context);
  return await signIn(parts, origin, async ({ tx, now }) => {
    await proof.spend(tx);
    const found = await tx.get(users, proof.userId);
    if (found === undefined) {
      throw new CurationError("INVALID_CREDENTIALS", "The account of this passkey is gone.");
    }
    const user = { ...found.value, lastLoginAt: now };
    return { user: (await tx.replace(users, user, found.version)).value };
  });
}
