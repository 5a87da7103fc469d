/** Sign-in with OpenID providers, as the settings of the server have it. */

import type { OpenIdOptions } from "@bourse/auth-core";
import { openOpenId, readOpenIdProviders } from "@bourse/credentials/openid";
import { HttpError } from "@bourse/http/environment";
import { hasCode } from "@bourse/kernel";

import type { AuthEnvironment } from "./environment.ts";

/** Refuses settings of providers with a fault. @throws HttpError ENVIRONMENT_INVALID, without a secret */
export function checkProviders({ OIDC_PROVIDERS }: Pick<AuthEnvironment, "OIDC_PROVIDERS">): void {
  if (OIDC_PROVIDERS === undefined) return;
  try {
    readOpenIdProviders(OIDC_PROVIDERS);
  } catch (error) {
    if (!hasCode(error, "OPENID_PROVIDERS_INVALID")) throw error;
    const message = `correct 1 environment variable:\n  OIDC_PROVIDERS: ${error.message}`;
    throw new HttpError("ENVIRONMENT_INVALID", message);
  }
}

/** The option `openId` of the core; undefined where no providers are set up. @throws HttpError ENVIRONMENT_INVALID */
export async function openProviders(config: AuthEnvironment): Promise<OpenIdOptions | undefined> {
  checkProviders(config);
  return await openOpenId({
    providers: config.OIDC_PROVIDERS,
    publicUrl: config.PUBLIC_URL,
    apiPath: config.AUTH_PREFIX,
  });
}
