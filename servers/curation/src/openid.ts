/** Sign-in with OpenID providers, as the settings of the server have it. */

import { curationApi } from "@bourse/contract/curation";
import { openOpenId, readOpenIdProviders } from "@bourse/credentials/openid";
import type { OpenIdOptions } from "@bourse/curation-core";
import { checkProviders } from "@bourse/http/environment";

import type { CurationEnvironment } from "./environment.ts";

/** The option `openId` of the core; undefined where no providers are set up. @throws HttpError ENVIRONMENT_INVALID */
export async function openProviders(
  config: CurationEnvironment,
): Promise<OpenIdOptions | undefined> {
  checkProviders(config, readOpenIdProviders);
  return await openOpenId({
    providers: config.OIDC_PROVIDERS,
    publicUrl: config.PUBLIC_URL,
    apiPath: curationApi.basePath,
  });
}
