/** The login by a passkey alone, which has verified its owner itself. */

import type { Origin, PasskeyAssertion } from "@bourse/credentials";

import { wrongCredentials } from "./account-refusals.ts";
import { accounts } from "./account.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { noteLogin } from "./note-login.ts";
import { type SignedIn, signIn, subjectOf } from "./sign-in.ts";

/**
 * Logs a user in by a passkey.
 *
 * @throws AuthError CHALLENGE_INVALID, INVALID_CREDENTIALS, RATE_LIMITED, PASSKEYS_UNAVAILABLE
 */
export async function logInByPasskey(
  parts: Pick<AccountsParts, "store" | "logins" | "factors" | "audit" | "clock" | "emit">,
  { credential }: { readonly credential: PasskeyAssertion },
  origin: Origin = {},
): Promise<SignedIn> {
  const { store, factors, audit, clock } = parts;
  const failed = (userId: string): void => audit.record("factor.failed", { userId }, origin);
  const proof = await factors.provePasskey(credential, { origin, failed });
  const account = (await store.get(accounts, proof.userId))?.value;
  if (account === undefined) throw wrongCredentials();
  const signedIn = await signIn(parts, origin, async (tx) => {
    await proof.spend(tx);
    return await noteLogin(tx, account, clock.now());
  });
  audit.record("login.succeeded", subjectOf(signedIn), origin);
  return signedIn;
}
