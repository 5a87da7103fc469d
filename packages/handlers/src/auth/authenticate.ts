/** Authentication of the auth API: the guard behind the security schemes of the contract. */

import {
  AuthError,
  IDENTITY_REFUSALS,
  type AuthCore,
  type Identity,
  type IdentityRefusal,
  type IdentityVerdict,
  type Origin,
} from "@bourse/auth-core";
import type { Authenticate, Incoming, Problem } from "@bourse/contract";
import { authApi } from "@bourse/contract/auth";

import { OPERATOR } from "./audit.ts";
import { translateAuthError } from "./translate.ts";

/**
 * Authentication for `bindApi(authApi, …)`: access tokens and API keys, checked by the core's guard. The key that
 * `isOperatorKey` tells opens the audit trail and nothing else. Default: there is none.
 */
export function createAuthAuthenticator(
  { guard }: Pick<AuthCore, "guard">,
  isOperatorKey: (key: string) => boolean = () => false,
): Authenticate<Identity> {
  return (scheme, credential, route, incoming) => {
    const isAudit = route.definition.path === listAudit.definition.path;
    if (isAudit && scheme === "apiKey" && credential !== undefined && isOperatorKey(credential)) {
      return OPERATOR_IDENTITY;
    }
    const credentials = scheme === "bearer" ? { token: credential } : { apiKey: credential };
    const verdict = guard.identify(credentials, new OriginOnDemand(incoming));
    // Most callers are cached: a promise for each of them is a fifth of what a small route costs.
    return verdict instanceof Promise ? verdict.then(answer) : answer(verdict);
  };
}

const { listAudit } = authApi.routes;

const OPERATOR_IDENTITY: Identity = Object.freeze({
  method: "api_key",
  userId: OPERATOR,
  permissions: Object.freeze(["admin"] as const),
  sessionId: null,
  keyId: OPERATOR,
});

function answer(verdict: IdentityVerdict): Identity | Problem {
  return verdict.ok ? verdict.identity : REFUSED[verdict.code];
}

/** Created once, so that a forged credential costs no new error. */
const REFUSED: Readonly<Record<IdentityRefusal, Problem>> = {
  UNAUTHORIZED: refusal("UNAUTHORIZED"),
  TOKEN_EXPIRED: refusal("TOKEN_EXPIRED"),
  INVALID_TOKEN: refusal("INVALID_TOKEN"),
  INVALID_API_KEY: refusal("INVALID_API_KEY"),
};

function refusal(code: IdentityRefusal): Problem {
  const error = new AuthError(code, IDENTITY_REFUSALS[code]);
  return Object.freeze(translateAuthError(error)!); // every code of AuthError has a translation
}

/** Reads the address only when it is needed: the audit trail records it for the first use of a key. */
class OriginOnDemand implements Origin {
  readonly #incoming: Incoming;

  constructor(incoming: Incoming) {
    this.#incoming = incoming;
  }

  get ip(): string | undefined {
    return this.#incoming.clientAddress;
  }
}
