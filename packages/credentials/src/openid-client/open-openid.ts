/** The option `openId` of a core, from the settings of a server. */

import { hasCode, optional, resolveOptions, textOption } from "@bourse/kernel";

import type { OpenIdOptions } from "../openid/openid-options.ts";
import { createOpenIdClient } from "./create-openid-client.ts";
import { readOpenIdProviders } from "./provider-settings.ts";

/** Settings of a server that sign-ins depend on. */
export interface OpenIdSettings {
  /** Text of OIDC_PROVIDERS; undefined for no sign-ins. */
  readonly providers: string | undefined;
  /** Address of the own page, which sign-ins begin and end at; undefined for none. */
  readonly publicUrl: string | undefined;
  /** Path of the API below that address, such as `/api/v1`. */
  readonly apiPath: string;
}

/**
 * The option `openId`; undefined where no providers are set up. Without an address of the own page, and without the
 * package `openid-client`, it names what is missing, and the service runs without sign-ins.
 *
 * @throws CredentialsError OPENID_PROVIDERS_INVALID; KernelError OPTION_INVALID
 */
export async function openOpenId(given: OpenIdSettings): Promise<OpenIdOptions | undefined> {
  const {
    providers: text,
    publicUrl,
    apiPath,
  } = resolveOptions<OpenIdSettings>("openOpenId", given, {
    providers: optional(textOption({ maxLength: 1_000_000 })),
    publicUrl: optional(textOption({ maxLength: 2000 })),
    apiPath: textOption({ minLength: 0, maxLength: 1000 }),
  });
  if (text === undefined) return undefined;
  const providers = readOpenIdProviders(text);
  if (publicUrl === undefined) return { missing: "PUBLIC_URL" };
  const base = `${publicUrl.replace(/\/+$/, "")}${apiPath}`;
  try {
    const client = await createOpenIdClient({ providers });
    return {
      client,
      pageUrl: publicUrl,
      callbackUrl: (provider) => `${base}/auth/oidc/${provider}/callback`,
    };
  } catch (error) {
    if (!hasCode(error, "OPENID_CLIENT_MISSING")) throw error;
    return { missing: "the package openid-client" };
  }
}
