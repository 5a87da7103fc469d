/** Sign-in with OpenID providers, and the identities at them that an account is linked with. */

import {
  createIdentityLinks,
  createOpenIdSteps,
  type OpenIdIdentity,
  type OpenIdLogin,
  type OpenIdSteps,
  type Origin,
  type RedeemedCode,
} from "@bourse/credentials";

import type { NarrowedLogin } from "../accounts/narrowed-login.ts";
import type { SignedIn } from "../accounts/sign-in.ts";
import { changeIdentities } from "./change-identities.ts";
import { logInWithOpenId } from "./log-in-with-openid.ts";
import type { OpenIdActParts } from "./openid-act-parts.ts";

/**
 * Sign-in with OpenID providers. An account is known by issuer and subject of an identity, never by an e-mail address.
 * The page keeps a random verifier and begins with its SHA-256; only the page that knows the verifier can redeem the
 * code that the sign-in ends with.
 */
export interface OpenId extends OpenIdSteps {
  /**
   * Logs the person of a code in, once. An identity that no account is linked with gets a new account with the address
   * that the provider told; where another account has this address, it is EMAIL_TAKEN: its holder logs in first, and
   * links the identity then.
   *
   * @throws AuthError VALIDATION_ERROR (details.path `permissions`), OIDC_CODE_INVALID, OIDC_UNAVAILABLE, OIDC_REFUSED,
   * INVALID_CREDENTIALS for a disabled account, FACTOR_REQUIRED, EMAIL_TAKEN, RATE_LIMITED
   */
  login(code: OpenIdLogin & NarrowedLogin, origin?: Origin): Promise<SignedIn>;
  /** The identities that an account is linked with, oldest first, at most 20. */
  list(userId: string): Promise<readonly OpenIdIdentity[]>;
  /**
   * Links an account with the identity of a code. Ask for a step-up before.
   *
   * @throws AuthError OIDC_CODE_INVALID, OIDC_UNAVAILABLE, CONFLICT when an account is linked with it, QUOTA_EXCEEDED,
   * NOT_FOUND
   */
  link(userId: string, code: RedeemedCode, origin?: Origin): Promise<OpenIdIdentity>;
  /**
   * Unlinks an identity. Ask for a step-up before.
   *
   * @throws AuthError NOT_FOUND, CONFLICT for the only identity of an account without a password
   */
  unlink(userId: string, id: string, origin?: Origin): Promise<void>;
}

/** Sign-in over a store. */
export function createOpenId(parts: OpenIdActParts): OpenId {
  const { signIns, audit } = parts;
  const otherWay =
    "The account has no password, and this is its only sign-in: set a password by the link for forgotten ones first.";
  const change = changeIdentities(parts);
  const links = createIdentityLinks({ ...parts, otherWay, change });
  return Object.freeze<OpenId>({
    ...createOpenIdSteps(signIns, (origin) =>
      audit.record("openid.refused", { userId: null }, origin),
    ),
    login: (code, origin) => logInWithOpenId(parts, code, origin),
    list: (userId) => links.list(userId),
    link: async (userId, code, origin = {}) => {
      const identity = await links.link(userId, code);
      audit.record("identity.linked", { userId, identityId: identity.id }, origin);
      return identity;
    },
    unlink: async (userId, id, origin = {}) => {
      await links.unlink(userId, id);
      audit.record("identity.unlinked", { userId, identityId: id }, origin);
    },
  });
}
