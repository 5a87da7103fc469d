/** The variable of sign-ins with OpenID providers, which servers with accounts read. */

import { optionalTextVariable, secret, type Variable } from "./variables.ts";

/** Spread into the shape of a server with accounts. */
export interface OpenIdEnvironment {
  /**
   * OpenID providers that people can sign in with: a JSON array, or the path of a file with one, of objects {name,
   * issuer, clientId, clientSecret, scopes?, label?}. Needs PUBLIC_URL. Secret. Default: none.
   */
  readonly OIDC_PROVIDERS: Variable<string | undefined>;
}

/** The environment variable of OpenID providers. */
export const openIdEnvironment: OpenIdEnvironment = {
  OIDC_PROVIDERS: secret(optionalTextVariable()),
};
