/** Options of sign-ins with OpenID providers. */

import {
  functionOption,
  type OptionRule,
  optional,
  portOption,
  resolveOptions,
} from "@bourse/kernel";

import type { OpenIdClient } from "./openid-client.ts";

/** Sign-ins of a core with accounts, or the one part that they lack. */
export type OpenIdOptions =
  | {
      /** Client of the providers. */
      readonly client: OpenIdClient;
      /** Address of the own page, which every sign-in ends at, with what it hands over behind a `#`. */
      readonly pageUrl: string;
      /** Address of the route that a provider sends the browser back to, by the provider's name. */
      readonly callbackUrl: (provider: string) => string;
    }
  | {
      /** Part that is missing, as a refusal names it: `PUBLIC_URL`, `the package openid-client`. */
      readonly missing: string;
    };

/** The options in force: sign-ins that are set up. */
export type OpenIdSetup = Extract<OpenIdOptions, { readonly client: OpenIdClient }>;

/** The rule of the option `openId`: its own members are checked when it is resolved. */
export const openIdOption: OptionRule<OpenIdOptions | undefined> = optional({
  expected: "an object with client, pageUrl and callbackUrl, or with missing",
  accepts: (value) => typeof value === "object" && value !== null,
  absent: null,
});

/** The sign-ins that are set up, or the part that they lack. @throws KernelError OPTION_INVALID */
export function resolveOpenId(given: OpenIdOptions | undefined): OpenIdSetup | string {
  if (given === undefined) return "OIDC_PROVIDERS";
  if ("missing" in given) return String(given.missing);
  return resolveOptions<OpenIdSetup>("openId", given, {
    client: portOption<OpenIdClient>(["authorizationUrl", "prove"]),
    pageUrl: {
      expected: "an http or https address without a query or fragment",
      accepts: (value) => typeof value === "string" && isPageUrl(value),
      absent: null,
    },
    callbackUrl: functionOption<(provider: string) => string>(),
  });
}

function isPageUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && search === "" && hash === "";
}
