/** The login of a person whom an OpenID provider has proved. */

import {
  emailKey,
  findIdentity,
  noteSignIn,
  type OpenIdIdentityDocument,
  type OpenIdLogin,
  type OpenIdProof,
  type Origin,
} from "@bourse/credentials";
import { hasCode, isLine } from "@bourse/kernel";

import { emailTaken } from "../accounts/account-refusals.ts";
import { type AccountDocument, accounts } from "../accounts/account.ts";
import { checkEmail } from "../accounts/check-account-input.ts";
import { checkEmailFree } from "../accounts/find-account.ts";
import { checkNarrowing, type NarrowedLogin } from "../accounts/narrowed-login.ts";
import { noteLogin } from "../accounts/note-login.ts";
import { passFactor } from "../accounts/pass-factor.ts";
import { type SignedIn, signIn, subjectOf } from "../accounts/sign-in.ts";
import { AuthError } from "../errors.ts";
import type { OpenIdActParts } from "./openid-act-parts.ts";

/** Logs the person of a code in; see `OpenId.login`. */
export async function logInWithOpenId(
  parts: OpenIdActParts,
  { deviceSecret, permissions: asked, ...code }: OpenIdLogin & NarrowedLogin,
  origin: Origin = {},
): Promise<SignedIn> {
  const permissions = checkNarrowing(parts.permissions, { permissions: asked });
  const proof = await parts.signIns.redeem(code);
  const identity = await findIdentity(parts.store, proof);
  return identity === undefined
    ? await registerPerson(parts, proof, permissions, origin)
    : await logInLinked(parts, identity, { secret: deviceSecret, permissions }, origin);
}

/** @throws AuthError INVALID_CREDENTIALS, FACTOR_REQUIRED */
async function logInLinked(
  parts: OpenIdActParts,
  identity: OpenIdIdentityDocument,
  asked: Parameters<typeof passFactor>[2],
  origin: Origin,
): Promise<SignedIn> {
  const { store, audit, clock } = parts;
  const { userId } = identity;
  const account = (await store.get(accounts, userId))?.value;
  if (account?.status !== "active") {
    audit.record("login.failed", { userId }, origin);
    throw closedAccount();
  }
  const device = await passFactor(parts, account, asked, origin);
  const now = clock.now();
  const signedIn = await signIn(parts, origin, {
    open: async (tx) => {
      // The identity may have been unlinked since.
      if (!(await noteSignIn(tx, identity, now))) throw closedAccount();
      return await noteLogin(tx, account, now);
    },
    device,
    permissions: asked.permissions,
  });
  audit.record("login.succeeded", subjectOf(signedIn), origin);
  return signedIn;
}

/** A new account, without a password. @throws AuthError OIDC_REFUSED, REGISTRATION_CLOSED, EMAIL_TAKEN, RATE_LIMITED */
async function registerPerson(
  parts: OpenIdActParts,
  proof: OpenIdProof,
  permissions: readonly string[] | undefined,
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
  const signedIn = await signIn(parts, origin, {
    open: async (tx) => {
      await checkEmailFree(parts, tx, email);
      await tx.insert(accounts, account);
      await parts.signIns.link(tx, account.id, proof);
      return account;
    },
    permissions,
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
