/** The client of accounts and markets: it logs in, keeps the tokens and sends them on routes that need them. */

import type { ClientApi } from "@bourse/contract/client";
import type { accountRoutes, marketRoutes } from "@bourse/contract/curation";
import { accountCalls, curationService, marketCalls } from "@bourse/contract/curation/client";

import { createClient, type Client } from "../client.ts";
import type { Credentials } from "../credentials.ts";
import { checkOptions, SYSTEM_CLOCK, type ClientOptions } from "../options.ts";
import { tokenCredentials } from "../token-credentials.ts";
import { memoryTokens, renewalOf, type TokenStore } from "../token-store.ts";
import { withEffect } from "../with-effect.ts";

/** The options of {@link createCurationClient}. */
export interface CurationClientOptions extends Omit<ClientOptions, "credentials"> {
  /** Store of the tokens. Default: in memory, one login a client. */
  readonly tokens?: TokenStore;
}

/**
 * The client of accounts and markets. It keeps its login: `register` and `login` save the tokens of their answers,
 * `logout` removes them.
 *
 * Calls send the saved token. It is refreshed once for all of them before it expires, or when it is refused as
 * TOKEN_EXPIRED or INVALID_TOKEN, and a refused call is sent once more. Markets can be found without a login.
 */
export interface CurationClient extends Client<typeof accountRoutes & typeof marketRoutes> {
  /** The store of the tokens. */
  readonly tokens: TokenStore;
  /** Credentials of the login, for the clients of drafts, review, administration and events. */
  readonly credentials: Credentials;
}

/**
 * Creates a client of accounts and markets.
 *
 * @throws ClientError OPTION_INVALID
 */
export function createCurationClient(options: CurationClientOptions): CurationClient {
  checkOptions(options, "tokens");
  const { tokens = memoryTokens(), ...others } = options;
  const api: ClientApi<typeof accountRoutes & typeof marketRoutes> = {
    ...curationService,
    calls: { ...accountCalls, ...marketCalls },
  };
  const clock = options.clock ?? SYSTEM_CLOCK;
  const now = (): number => clock.now();
  // Without credentials: what refreshes a token must not wait for a refresh.
  const open = createClient(api, others);
  const credentials = tokenCredentials({
    store: tokens,
    refresh: async ({ refreshToken }) => {
      const answer = await open.refresh({ body: { refresh_token: refreshToken } });
      const renewAt = renewalOf(now(), answer.expires_in);
      return { token: answer.access_token, refreshToken, renewAt };
    },
    // TOKEN_EXPIRED and INVALID_TOKEN.
    isStale: ({ code }) => code.includes("TOKEN"),
    now,
    apiKey: undefined,
  });
  const client = createClient(api, { ...others, credentials });
  const after = (answer: Answer): void | Promise<void> =>
    tokens.save({
      token: answer.access_token,
      refreshToken: answer.refresh_token,
      renewAt: renewalOf(now(), answer.expires_in),
    });
  // A guess that is sent again counts as two.
  const once = { retry: false } as const;
  return {
    ...client,
    register: withEffect<CurationClient["register"]>(open.register, { after, options: once }),
    login: withEffect<CurationClient["login"]>(open.login, { after, options: once }),
    logout: withEffect<CurationClient["logout"]>(client.logout, { after: () => tokens.clear() }),
    tokens,
    credentials,
  };
}

interface Answer {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
}
