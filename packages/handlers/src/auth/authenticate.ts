/** The guard as a binding asks for it: which scheme it is has been decided by then, a token before a key. */

import {
  AuthError,
  TOKEN_REFUSALS,
  type AuthCore,
  type Identity,
  type Origin,
  type TokenRefusal,
} from "@bourse/auth-core";
import type { Authenticate, Incoming, Problem } from "@bourse/contract";

import { originOf } from "./origin.ts";
import { problemOf } from "./translate.ts";

/** For `bindApi(authApi, …)`. */
export function createAuthAuthenticator({
  guard,
}: Pick<AuthCore, "guard">): Authenticate<Identity> {
  return (scheme, credential, _route, incoming) => {
    if (credential === undefined) {
      throw new AuthError("UNAUTHORIZED", "Send an access token or an API key.");
    }
    // Most callers are known already: a promise for each of them is a fifth of what a small route costs.
    return scheme === "bearer"
      ? (guard.recallToken(credential) ?? guard.judgeToken(credential).then(admitted))
      : (guard.recallKey(credential, new OriginOnDemand(incoming)) ??
          guard.identifyKey(credential, originOf(incoming)));
  };
}

function admitted(verdict: Identity | TokenRefusal): Identity | Problem {
  return typeof verdict === "string" ? REFUSED[verdict] : verdict;
}

/** Made once: who sends forged tokens gets the same answer over and over. */
const REFUSED: Readonly<Record<TokenRefusal, Problem>> = {
  TOKEN_EXPIRED: refusalOf("TOKEN_EXPIRED"),
  INVALID_TOKEN: refusalOf("INVALID_TOKEN"),
};

function refusalOf(code: TokenRefusal): Problem {
  return Object.freeze(problemOf(new AuthError(code, TOKEN_REFUSALS[code])));
}

/** Read when it is asked for: only the very first use of a key is told with its origin. */
class OriginOnDemand implements Origin {
  readonly #incoming: Incoming;

  constructor(incoming: Incoming) {
    this.#incoming = incoming;
  }

  get ip(): string | undefined {
    return this.#incoming.clientAddress;
  }
}
