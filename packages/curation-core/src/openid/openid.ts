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

import type { SignedIn } from "../accounts/sign-in.ts";
import type { Actor } from "../actor.ts";
import { refuseOpenId } from "../refuse-openid.ts";
import { changeIdentities } from "./change-identities.ts";
import { logInWithOpenId } from "./log-in-with-openid.ts";
import type { OpenIdActParts } from "./openid-act-parts.ts";

/**
 * Sign-in with OpenID providers. An account is known by issuer and subject of an identity, never by an e-mail address:
 * the address that a provider tells is shown to the account's owner and means nothing else. The page keeps a random
 * verifier and begins with its SHA-256; only the page that knows the verifier can redeem the code that the sign-in ends
 * with.
 */
export interface OpenId extends OpenIdSteps {
  /**
   * Logs the person of a code in, once. For a person whom no account knows the error has the code of a registration in
   * `details.registration`, `or_…`: with the same verifier it is `openId` of `Accounts.register` for half an hour.
   *
   * @throws CurationError OIDC_CODE_INVALID, OIDC_UNAVAILABLE, OIDC_REGISTRATION_REQUIRED, INVALID_CREDENTIALS for a
   * deleted account, FACTOR_REQUIRED
   */
  login(code: OpenIdLogin, origin?: Origin): Promise<SignedIn>;
  /** The identities that the actor's account is linked with, oldest first, at most 20. */
  list(actor: Actor): Promise<readonly OpenIdIdentity[]>;
  /**
   * Links the actor's account with the identity of a code. Ask for a step-up before.
   *
   * @throws CurationError OIDC_CODE_INVALID, OIDC_UNAVAILABLE, STATE_CONFLICT when an account is linked with it,
   * QUOTA_EXCEEDED, NOT_FOUND
   */
  link(actor: Actor, code: RedeemedCode): Promise<OpenIdIdentity>;
  /**
   * Unlinks an identity. Ask for a step-up before.
   *
   * @throws CurationError NOT_FOUND, STATE_CONFLICT for the only identity of an account that has neither a password nor
   * a proved wallet
   */
  unlink(actor: Actor, id: string): Promise<void>;
}

/** Sign-in over a store. */
export function createOpenId(parts: OpenIdActParts): OpenId {
  const { signIns, trail } = parts;
  const otherWay =
    "The account has neither a password nor a proved wallet, and this is its only sign-in: set an email address with a password or prove the wallet first.";
  const change = changeIdentities(parts);
  const links = createIdentityLinks({ ...parts, refuse: refuseOpenId, otherWay, change });
  return Object.freeze<OpenId>({
    ...createOpenIdSteps(signIns, (origin) => {
      const refused = { outcome: "refused", code: "OIDC_REFUSED" } as const;
      const by = { actor: "anonymous", address: origin?.ip ?? null };
      trail.append({ action: "openid.refused", ...by, ...refused });
    }),
    login: (code, origin) => logInWithOpenId(parts, code, origin),
    list: (actor) => links.list(actor.id),
    link: (actor, code) => links.link(actor.id, code),
    unlink: (actor, id) => links.unlink(actor.id, id),
  });
}
