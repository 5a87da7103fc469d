/** The client of accounts and markets: it logs in, keeps the tokens and sends them on routes that need them. */

import type { ClientApi } from "@bourse/contract/client";
import type { accountRoutes, marketRoutes } from "@bourse/contract/curation";
import { accountCalls, curationService, marketCalls } from "@bourse/contract/curation/client";

import { createClient, type Client } from "../client.ts";
import type { Credentials } from "../credentials.ts";
import { keptLogin, type KeptTokenCall } from "../kept-login.ts";
import { checkOptions, type ClientOptions } from "../options.ts";
import { memoryTokens, type TokenStore } from "../token-store.ts";
import type { AccountRouteTypes, MarketRouteTypes } from "./operations.ts";

/** The options of {@link createCurationClient}. */
export interface CurationClientOptions extends Omit<ClientOptions, "credentials"> {
  /** Store of the tokens. Default: in memory, one login a client. */
  readonly tokens?: TokenStore;
}

type Plain = Client<
  typeof accountRoutes & typeof marketRoutes,
  AccountRouteTypes & MarketRouteTypes
>;

/**
 * The client of accounts and markets. It keeps its login: `register`, `login`, `loginWithFactor`, `loginWithPasskey`,
 * `openIdLogin` and `refresh` save the tokens of their answers, `logout` removes those that it ended.
 *
 * Calls send the saved token. It is refreshed once for all of them before it expires, or when it is refused as
 * TOKEN_EXPIRED or INVALID_TOKEN, and a refused call is sent once more. Each refresh replaces the refresh token too.
 * The tokens of a login that is over are removed. Markets can be found without a login.
 */
export interface CurationClient extends Omit<Plain, "refresh" | "logout"> {
  /**
   * Exchange a refresh token for new tokens and save them; the saved one, which is replaced, is the default.
   *
   * `POST /auth/refresh`.
   *
   * @throws Problem VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * @throws Problem JSON_MALFORMED (400): Send valid JSON.
   * @throws Problem PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * @throws Problem UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * @throws Problem TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * @example
   *   await client.refresh();
   */
  readonly refresh: KeptTokenCall<Plain["refresh"]>;
  /**
   * End the session of a refresh token and remove its tokens; the saved refresh token is the default.
   *
   * `POST /auth/logout`.
   *
   * @throws Problem VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * @throws Problem JSON_MALFORMED (400): Send valid JSON.
   * @throws Problem PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * @throws Problem UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * @example
   *   await client.logout();
   */
  readonly logout: KeptTokenCall<Plain["logout"]>;
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
  const { tokens = memoryTokens(), ...others } = checkOptions(options, { tokens: memoryTokens() });
  const api: ClientApi<typeof accountRoutes & typeof marketRoutes> = {
    ...curationService,
    calls: { ...accountCalls, ...marketCalls },
  };
  const open = createClient(api, others);
  const { credentials, calls } = keptLogin({
    open,
    logins: {
      loginWithFactor: open.loginWithFactor,
      loginWithPasskey: open.loginWithPasskey,
      openIdLogin: open.openIdLogin,
    },
    store: tokens,
    clock: others.clock,
    names: ["access_token", "refresh_token", "expires_in"],
  });
  return {
    ...createClient(api, { ...others, credentials }),
    ...(calls as unknown as Pick<CurationClient, keyof typeof calls>),
    tokens,
    credentials,
  };
}
