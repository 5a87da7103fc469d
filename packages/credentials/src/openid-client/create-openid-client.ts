/** The client of OpenID providers, over the package `openid-client`. */

import {
  type Clock,
  functionOption,
  listOf,
  objectOf,
  anyText,
  portOption,
  resolveOptions,
  systemClock,
} from "@bourse/kernel";
import { sha256 } from "@bourse/kernel/platform";

import { CredentialsError } from "../errors.ts";
import type { OpenIdClient } from "../openid/openid-client.ts";
import { loadOpenIdClient } from "./load-openid-client.ts";
import { provePerson } from "./prove-person.ts";
import { ProviderDescription } from "./provider-description.ts";
import type { OpenIdProviderSettings } from "./provider-settings.ts";

/** Options of {@link createOpenIdClient}. */
export interface OpenIdClientOptions {
  /** The providers, of `readOpenIdProviders`. */
  readonly providers: readonly OpenIdProviderSettings[];
  /** Sends the requests to the providers. Default: the platform's. */
  readonly fetch?: typeof fetch;
  /** Source of the time. Default: the system clock. */
  readonly clock?: Clock;
}

interface OpenedProvider {
  readonly settings: OpenIdProviderSettings;
  readonly description: ProviderDescription;
}

/**
 * A client of providers. None is asked before the first sign-in with it; its description is kept for ten minutes.
 *
 * @throws KernelError OPTION_INVALID; CredentialsError OPENID_CLIENT_MISSING when `openid-client` is not installed
 */
export async function createOpenIdClient(given: OpenIdClientOptions): Promise<OpenIdClient> {
  const options = resolveOptions<Required<OpenIdClientOptions>>("createOpenIdClient", given, {
    providers: {
      expected: "the providers of readOpenIdProviders",
      accepts: areProviders,
      absent: null,
    },
    fetch: functionOption<typeof fetch>({ default: fetch }),
    clock: portOption<Clock>(["now"], { default: systemClock }),
  });
  const { providers, clock } = options;
  const library = await loadOpenIdClient();
  const opened = new Map<string, OpenedProvider>();
  for (const settings of providers) {
    const description = new ProviderDescription({ ...options, library, settings });
    opened.set(settings.name, { settings, description });
  }
  return Object.freeze<OpenIdClient>({
    providers: providers.map(({ name, label }) => ({ name, label })),
    authorizationUrl: async ({ provider, redirectUri, state, nonce, codeVerifier }) => {
      const { settings, description } = openedOf(opened, provider);
      const url = library.buildAuthorizationUrl(await description.configuration(), {
        redirect_uri: redirectUri,
        scope: settings.scopes.join(" "),
        state,
        nonce,
        code_challenge: sha256(codeVerifier, "base64url"),
        code_challenge_method: "S256",
      });
      return url.href;
    },
    prove: async (answer) => {
      const { settings, description } = openedOf(opened, answer.provider);
      const configuration = await description.configuration();
      return await provePerson({ library, settings, configuration, now: clock.now() }, answer);
    },
  });
}

function areProviders(value: unknown): boolean {
  try {
    PROVIDERS("providers", value);
    return true;
  } catch {
    return false;
  }
}

const PROVIDERS = listOf(
  objectOf({
    name: anyText,
    issuer: anyText,
    clientId: anyText,
    clientSecret: anyText,
    scopes: listOf(anyText),
    label: anyText,
  }),
);

function openedOf(opened: ReadonlyMap<string, OpenedProvider>, name: string): OpenedProvider {
  const found = opened.get(name);
  if (found !== undefined) return found;
  throw new CredentialsError(
    "OPENID_PROVIDER_UNREACHABLE",
    `There is no OpenID provider ${name}.`,
    { details: { provider: name } },
  );
}
