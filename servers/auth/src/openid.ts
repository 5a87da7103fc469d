/** Sign-in with OpenID providers, as the settings of the server have it. */

import type { OpenIdOptions } from "@bourse/auth-core";
import { openOpenId, readOpenIdProviders } from "@bourse/credentials/openid";
import { checkProviders } from "@bourse/http/environment";

import type { AuthEnvironment } from "./environment.ts";

/** The option `openId` of the core; undefined where no providers are set up. @throws HttpError ENVIRONMENT_INVALID */
export async function openProviders(config: AuthEnvironment): Promise<OpenIdOptions | undefined> {
  checkProviders(config, readOpenIdProviders);
  return await openOpenId({
    providers: config.OIDC_PROVIDERS,
    publicUrl: config.PUBLIC_URL,
    apiPath: config.AUTH_PREFIX,
  });
}
