/** The variable of sign-ins with OpenID providers, which servers with accounts read. */

import {
  absentOr,
  anyFunction,
  anyText,
  checkArguments,
  isBourseError,
  objectOf,
} from "@bourse/kernel";

import { HttpError } from "../errors.ts";
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

/**
 * Refuses providers that `read`, which is `readOpenIdProviders` of `@bourse/credentials/openid`, refuses.
 *
 * @throws HttpError ENVIRONMENT_INVALID, without a secret; KernelError ARGUMENT_INVALID
 */
export function checkProviders(
  config: { readonly OIDC_PROVIDERS?: string | undefined },
  read: (text: string) => unknown,
): void {
  checkArguments("checkProviders", ARGUMENTS, [config, read]);
  const { OIDC_PROVIDERS: text } = config;
  if (text === undefined) return;
  try {
    read(text);
  } catch (error) {
    if (!isBourseError(error)) throw error;
    const message = `correct 1 environment variable:\n  OIDC_PROVIDERS: ${error.message}`;
    throw new HttpError("ENVIRONMENT_INVALID", message, { cause: error });
  }
}

const ARGUMENTS = {
  config: objectOf({ OIDC_PROVIDERS: absentOr(anyText) }),
  read: anyFunction,
};
