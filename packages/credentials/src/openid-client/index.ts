/** Sign-in with OpenID providers through the package `openid-client`, an optional peer. */

export { createOpenIdClient, type OpenIdClientOptions } from "./create-openid-client.ts";
export { openOpenId, type OpenIdSettings } from "./open-openid.ts";
export { readOpenIdProviders, type OpenIdProviderSettings } from "./provider-settings.ts";
