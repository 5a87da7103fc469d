/** Sign-in with OpenID providers, and the identities at them that an account is linked with. */

import {
  type FinishedSignIn,
  identitiesOf,
  identityView,
  type OpenIdIdentity,
  type OpenIdProvider,
  type Origin,
  type RedeemedCode,
} from "@bourse/credentials";

import type { SignedIn } from "../accounts/sign-in.ts";
import { linkIdentity } from "./link-identity.ts";
import { logInWithOpenId } from "./log-in-with-openid.ts";
import type { OpenIdActParts } from "./openid-act-parts.ts";
import { unlinkIdentity } from "./unlink-identity.ts";

/**
 * Sign-in with OpenID providers. An account is known by issuer and subject of an identity, never by an e-mail address.
 * The page keeps a random verifier and begins with its SHA-256; only the page that knows the verifier can redeem the
 * code that the sign-in ends with.
 */
export interface OpenId {
  /** The providers, in the order in which pages show them; empty when none are set up. */
  providers(): readonly OpenIdProvider[];
  /**
   * Begins a sign-in, and resolves to the address that the browser is sent to: the provider's, or the own page's when
   * the provider is away. `challenge` is the SHA-256 of the page's verifier, base64url.
   *
   * @throws AuthError OIDC_UNAVAILABLE, NOT_FOUND, VALIDATION_ERROR (details.path `challenge`), RATE_LIMITED beyond 300
   * an hour from one IP address
   */
  begin(
    start: { readonly provider: string; readonly challenge: string },
    origin?: Origin,
  ): Promise<string>;
  /**
   * Checks what a browser came back from a provider with, and resolves to the address of the own page that it is sent
   * on to: with a code of a minute, or with the reason of a failure.
   *
   * @throws AuthError OIDC_UNAVAILABLE, NOT_FOUND
   */
  finish(
    answer: { readonly provider: string; readonly search: string },
    origin?: Origin,
  ): Promise<FinishedSignIn>;
  /**
   * Logs the person of a code in, once. An identity that no account is linked with gets a new account with the address
   * that the provider told; where another account has this address, it is EMAIL_TAKEN: its holder logs in first, and
   * links the identity then.
   *
   * @throws AuthError OIDC_CODE_INVALID, OIDC_UNAVAILABLE, OIDC_REFUSED, INVALID_CREDENTIALS for a disabled account,
   * FACTOR_REQUIRED, EMAIL_TAKEN, RATE_LIMITED
   */
  login(code: RedeemedCode, origin?: Origin): Promise<SignedIn>;
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
  const { store, signIns, audit } = parts;
  return Object.freeze<OpenId>({
    providers: () => signIns.providers,
    begin: (start, origin = {}) => signIns.begin(start, origin),
    finish: async (answer, origin) => {
      const finished = await signIns.finish(answer);
      if (finished.failure !== null) audit.record("openid.refused", { userId: null }, origin);
      return finished;
    },
    login: (code, origin) => logInWithOpenId(parts, code, origin),
    list: async (userId) => (await identitiesOf(store, userId)).map(identityView),
    link: (userId, code, origin) => linkIdentity(parts, userId, code, origin),
    unlink: (userId, id, origin) => unlinkIdentity(parts, userId, id, origin),
  });
}
