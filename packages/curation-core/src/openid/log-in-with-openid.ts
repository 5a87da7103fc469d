/** The login of a person whom an OpenID provider has proved. */

import {
  findIdentity,
  noteSignIn,
  type OpenIdIdentityDocument,
  type OpenIdLogin,
  type Origin,
} from "@bourse/credentials";

import { passFactor } from "../accounts/pass-factor.ts";
import { type SignedIn, signIn } from "../accounts/sign-in.ts";
import { CurationError } from "../errors.ts";
import { users } from "../users/user-document.ts";
import type { OpenIdActParts } from "./openid-act-parts.ts";

/**
 * Logs the person of a code in; see `OpenId.login`.
 *
 * @throws CurationError OIDC_CODE_INVALID, OIDC_UNAVAILABLE, OIDC_REGISTRATION_REQUIRED, INVALID_CREDENTIALS,
 * FACTOR_REQUIRED
 */
export async function logInWithOpenId(
  parts: OpenIdActParts,
  { deviceSecret, ...code }: OpenIdLogin,
  origin: Origin = {},
): Promise<SignedIn> {
  const { store, signIns } = parts;
  const proof = await signIns.redeem(code);
  const identity = await findIdentity(store, proof);
  if (identity !== undefined) return await logInLinked(parts, identity, deviceSecret, origin);
  const registration = await signIns.keep(proof, code.verifier);
  const message =
    "No account is linked with this sign-in: register one with it, or log in to yours and link it.";
  throw new CurationError("OIDC_REGISTRATION_REQUIRED", message, { details: { registration } });
}

async function logInLinked(
  parts: OpenIdActParts,
  identity: OpenIdIdentityDocument,
  deviceSecret: string | undefined,
  origin: Origin,
): Promise<SignedIn> {
  const user = (await parts.store.get(users, identity.userId))?.value;
  if (user === undefined || user.isErased === true) throw closedAccount();
  const passed = await passFactor(parts, user, deviceSecret, origin);
  return await signIn(parts, origin, async ({ tx, now }) => {
    // The identity may have been unlinked since, and the account deleted.
    const found = await tx.get(users, user.id);
    const isLinked = await noteSignIn(tx, identity, now);
    if (found === undefined || found.value.isErased === true || !isLinked) throw closedAccount();
    const changed = { ...found.value, lastLoginAt: now };
    return { user: (await tx.replace(users, changed, found.version)).value, passed };
  });
}

function closedAccount(): CurationError {
  const message = "The account of this sign-in cannot be logged in to.";
  return new CurationError("INVALID_CREDENTIALS", message);
}
