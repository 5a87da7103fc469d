/** The guard as a binding asks for it: which scheme it is has been decided by then, a token before a key. */

import { AuthError, type AuthCore, type Identity } from "@bourse/auth-core";
import type { Authenticate } from "@bourse/contract";

import { originOf } from "./origin.ts";

/** For `bindApi(authApi, …)`. */
export function createAuthAuthenticator({
  guard,
}: Pick<AuthCore, "guard">): Authenticate<Identity> {
  return (scheme, credential, _route, incoming) => {
    if (credential === undefined) {
      throw new AuthError("UNAUTHORIZED", "Send an access token or an API key.");
    }
    return scheme === "bearer"
      ? guard.identifyToken(credential)
      : guard.identifyKey(credential, originOf(incoming));
  };
}
