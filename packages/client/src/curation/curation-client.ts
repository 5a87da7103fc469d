/** The client of accounts and markets: it logs in, keeps the tokens and sends them with what needs them. */

import { accountRoutes, curationService, marketRoutes } from "@bourse/contract/curation";

import { createClient, type Client } from "../client.ts";
import type { Credentials } from "../credentials.ts";
import { SYSTEM_CLOCK, type ClientOptions } from "../options.ts";
import { tokenCredentials } from "../token-credentials.ts";
import { memoryTokens, renewalOf, type TokenStore } from "../token-store.ts";
import { withEffect } from "../with-effect.ts";

export interface CurationClientOptions extends Omit<ClientOptions, "credentials"> {
  /** Where tokens are kept. Default: in memory, one login a client. */
  readonly tokens?: TokenStore;
}

/**
 * `register` and `login` keep the tokens that they answer with, `logout` forgets them.
 *
 * Calls send the kept token; it is refreshed once for all of them before it ends, or when it is refused as
 * TOKEN_EXPIRED or INVALID_TOKEN, and a refused call is sent once more. Without a login, markets are found all the same.
 */
export interface CurationClient extends Client<typeof accountRoutes & typeof marketRoutes> {
  readonly tokens: TokenStore;
  /** The login, for the clients of drafts, review, administration and events. */
  readonly credentials: Credentials;
}

const api = { ...curationService, routes: { ...accountRoutes, ...marketRoutes } };

/** @throws ClientError OPTION_INVALID */
export function createCurationClient(options: CurationClientOptions): CurationClient {
  const { tokens = memoryTokens(), ...others } = options;
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
