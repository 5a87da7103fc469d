/** The login by a passkey alone, which has verified its owner itself. */

import type { Origin, PasskeyAssertion } from "@bourse/credentials";

import { wrongCredentials } from "./account-refusals.ts";
import { accounts } from "./account.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { checkNarrowing, type NarrowedLogin } from "./narrowed-login.ts";
import { noteLogin } from "./note-login.ts";
import { type SignedIn, signIn, subjectOf } from "./sign-in.ts";

/** Input of a login by a passkey alone. */
export interface PasskeyLogin extends NarrowedLogin {
  /** Signature of the passkey over the options of the login. */
  readonly credential: PasskeyAssertion;
}

/**
 * Logs a user in by a passkey.
 *
 * @throws AuthError VALIDATION_ERROR, CHALLENGE_INVALID, INVALID_CREDENTIALS, RATE_LIMITED, PASSKEYS_UNAVAILABLE
 */
export async function logInByPasskey(
  parts: Pick<
    AccountsParts,
    "store" | "logins" | "factors" | "audit" | "clock" | "emit" | "permissions"
  >,
  { credential, ...asked }: PasskeyLogin,
  origin: Origin = {},
): Promise<SignedIn> {
  const permissions = checkNarrowing(parts.permissions, asked);
  const { store, factors, audit, clock } = parts;
  const failed = (userId: string): void => audit.record("factor.failed", { userId }, origin);
  const proof = await factors.provePasskey(credential, { origin, failed });
  const account = (await store.get(accounts, proof.userId))?.value;
  if (account === undefined) throw wrongCredentials();
  const signedIn = await signIn(parts, origin, {
    open: async (tx) => {
      await proof.spend(tx);
      return await noteLogin(tx, account, clock.now());
    },
    permissions,
  });
  audit.record("login.succeeded", subjectOf(signedIn), origin);
  return signedIn;
}
