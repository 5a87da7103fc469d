/** The login of a person whom an OpenID provider has proved. */

import {
  emailKey,
  findIdentity,
  noteSignIn,
  type OpenIdIdentityDocument,
  type OpenIdProof,
  type Origin,
  type RedeemedCode,
} from "@bourse/credentials";
import { hasCode, isLine } from "@bourse/kernel";

import { emailTaken } from "../accounts/account-refusals.ts";
import { type AccountDocument, accounts } from "../accounts/account.ts";
import { checkEmail } from "../accounts/check-account-input.ts";
import { checkEmailFree } from "../accounts/find-account.ts";
import { proofOf } from "../accounts/log-in-with-factor.ts";
import { noteLogin } from "../accounts/note-login.ts";
import { type SignedIn, signIn, subjectOf } from "../accounts/sign-in.ts";
import { AuthError } from "../errors.ts";
import type { OpenIdActParts } from "./openid-act-parts.ts";

/** Logs the person of a code in; see `OpenId.login`. */
export async function logInWithOpenId(
  parts: OpenIdActParts,
  code: RedeemedCode,
  origin: Origin = {},
): Promise<SignedIn> {
  const proof = await parts.signIns.redeem(code);
  const identity = await findIdentity(parts.store, proof);
  return identity === undefined
    ? await registerPerson(parts, proof, origin)
    : await logInLinked(parts, identity, origin);
}

/** @throws AuthError INVALID_CREDENTIALS, FACTOR_REQUIRED */
async function logInLinked(
  parts: OpenIdActParts,
  identity: OpenIdIdentityDocument,
  origin: Origin,
): Promise<SignedIn> {
  const { store, factors, audit, clock } = parts;
  const { userId } = identity;
  const account = (await store.get(accounts, userId))?.value;
  if (account?.status !== "active") {
    audit.record("login.failed", { userId }, origin);
    throw closedAccount();
  }
  await factors.requireAtLogin(userId, proofOf(account)).catch((error: unknown) => {
    if (hasCode(error, "FACTOR_REQUIRED")) {
      audit.record("login.factor_required", { userId }, origin);
    }
    throw error;
  });
  const now = clock.now();
  const signedIn = await signIn(parts, origin, async (tx) => {
    // The identity may have been unlinked since.
    if (!(await noteSignIn(tx, identity, now))) throw closedAccount();
    return await noteLogin(tx, account, now);
  });
  audit.record("login.succeeded", subjectOf(signedIn), origin);
  return signedIn;
}

/** A new account, without a password. @throws AuthError OIDC_REFUSED, REGISTRATION_CLOSED, EMAIL_TAKEN, RATE_LIMITED */
async function registerPerson(
  parts: OpenIdActParts,
  proof: OpenIdProof,
  origin: Origin,
): Promise<SignedIn> {
  const email = addressOf(proof);
  await parts.admission.admit(email, undefined);
  await parts.logins.passwords.countRegistration(origin);
  const now = parts.clock.now();
  const account: AccountDocument = {
    id: parts.ids.uuid(),
    email,
    emailKey: emailKey(email),
    name: isLine(proof.name, 0, 200) ? proof.name : "",
    // No password has an empty hash.
    passwordHash: "",
    status: "active",
    createdAt: now,
    passwordChangedAt: now,
    lastLoginAt: now,
    ...(proof.isEmailVerified ? { emailVerifiedAt: now } : {}),
  };
  const signedIn = await signIn(parts, origin, async (tx) => {
    await checkEmailFree(parts, tx, email);
    await tx.insert(accounts, account);
    await parts.signIns.link(tx, account.id, proof);
    return account;
  })
    .catch(emailTaken)
    .catch(logInFirst);
  parts.audit.record("account.registered", subjectOf(signedIn), origin);
  return signedIn;
}

/** @throws AuthError OIDC_REFUSED */
function addressOf({ email, provider }: OpenIdProof): string {
  try {
    return checkEmail(email ?? "");
  } catch (cause) {
    const message = `The provider ${provider} told no e-mail address, which a new account needs: register with one, and link the sign-in on the page of the account.`;
    throw new AuthError("OIDC_REFUSED", message, { cause });
  }
}

function closedAccount(): AuthError {
  const message = "The account of this sign-in cannot be logged in to.";
  return new AuthError("INVALID_CREDENTIALS", message);
}

/** Rejects with the way that the holder of an address has, where an account has it. */
function logInFirst(error: unknown): never {
  if (!hasCode(error, "EMAIL_TAKEN")) throw error;
  const message =
    "Another account has the e-mail address of this sign-in: log in to it, and link the sign-in on its page.";
  throw new AuthError("EMAIL_TAKEN", message, { cause: error });
}
