/** The client of the access control service: it logs in, keeps the tokens and sends them on routes that need them. */

import type { authRoutes } from "@bourse/contract/auth";
import { authCalls, authService } from "@bourse/contract/auth/client";

import { createClient, type Client } from "../client.ts";
import { checkOptions, SYSTEM_CLOCK, type CallOptions, type ClientOptions } from "../options.ts";
import { tokenCredentials } from "../token-credentials.ts";
import { memoryTokens, renewalOf, type Tokens, type TokenStore } from "../token-store.ts";
import { withEffect } from "../with-effect.ts";

/** The options of {@link createAuthClient}. */
export interface AuthClientOptions extends Omit<ClientOptions, "credentials"> {
  /** Base path of the API. Default `/api/v1`. */
  readonly prefix?: string;
  /** API key, which is sent as X-API-Key on routes that take one, when there is no token. Default none. */
  readonly apiKey?: string;
  /** Store of the tokens. Default: in memory, one login a client. */
  readonly tokens?: TokenStore;
}

type Plain = Client<typeof authRoutes>;

/** A call whose input defaults to the kept refresh token; without a login it is refused as VALIDATION_ERROR. */
interface KeptTokenCall<C extends Plain["refresh" | "logout"]> {
  (input?: Parameters<C>[0], options?: CallOptions): ReturnType<C>;
  safe(input?: Parameters<C>[0], options?: CallOptions): ReturnType<C["safe"]>;
  withResponse(input?: Parameters<C>[0], options?: CallOptions): ReturnType<C["withResponse"]>;
  readonly isProblem: C["isProblem"];
}

/**
 * A client that keeps its login: `register`, `login` and `refresh` save the tokens of their answers, `logout` removes
 * those that it ended.
 *
 * Calls of routes with security send the saved token. It is refreshed once for all of them before it expires, or when
 * it is refused as TOKEN_EXPIRED or INVALID_TOKEN, and a refused call is sent once more. The tokens of a login that is
 * over are removed.
 */
export interface AuthClient extends Omit<Plain, "refresh" | "logout"> {
  /**
   * Exchange a refresh token for a new access token and save it; the saved refresh token is the default.
   *
   * `POST /auth/refresh`.
   *
   * @throws Problem VALIDATION_ERROR (400): Correct what `issues` or the message names.
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
   * @throws Problem VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * @throws Problem PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * @throws Problem UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * @example
   *   await client.logout();
   */
  readonly logout: KeptTokenCall<Plain["logout"]>;
  /** The store of the tokens. */
  readonly tokens: TokenStore;
}

/**
 * Creates a client of the access control service.
 *
 * @throws ClientError OPTION_INVALID
 */
export function createAuthClient(options: AuthClientOptions): AuthClient {
  checkOptions(options, "prefix", "apiKey", "tokens");
  const { prefix = authService.basePath, apiKey, tokens = memoryTokens(), ...others } = options;
  const clock = options.clock ?? SYSTEM_CLOCK;
  const api = { ...authService, basePath: prefix, calls: authCalls };
  // Without credentials: what refreshes a token must not wait for a refresh.
  const open = createClient(api, others);
  /** The refresh token stays what it was, where the answer has none. */
  const kept = (answer: Answer, { body }: Input): Tokens => ({
    token: answer.token,
    refreshToken: answer.refreshToken ?? body.refreshToken,
    renewAt: renewalOf(clock.now(), answer.expiresIn),
  });
  const credentials = tokenCredentials({
    store: tokens,
    refresh: async ({ refreshToken }) => {
      const input = { body: { refreshToken } };
      return kept(await open.refresh(input), input);
    },
    // TOKEN_EXPIRED and INVALID_TOKEN.
    isStale: ({ code }) => code.includes("TOKEN"),
    now: () => clock.now(),
    apiKey,
  });
  const after = (answer: Answer, input: Input): void | Promise<void> =>
    tokens.save(kept(answer, input));
  const before = async (input: object | undefined): Promise<object> =>
    input ?? { body: { refreshToken: (await tokens.load())?.refreshToken ?? "" } };
  // A guess that is sent again counts as two.
  const once = { retry: false } as const;
  return {
    ...createClient(api, { ...others, credentials }),
    register: withEffect<Plain["register"]>(open.register, { after, options: once }),
    login: withEffect<Plain["login"]>(open.login, { after, options: once }),
    refresh: withEffect<AuthClient["refresh"]>(open.refresh, { before, after }),
    logout: withEffect<AuthClient["logout"]>(open.logout, {
      before,
      after: async (_: unknown, { body }: Input) => {
        if ((await tokens.load())?.refreshToken === body.refreshToken) await tokens.clear();
      },
    }),
    tokens,
  };
}

/** An answer with tokens: a refresh without rotation has no refresh token. */
interface Answer {
  readonly token: string;
  readonly refreshToken?: string | undefined;
  readonly expiresIn?: number;
}

interface Input {
  readonly body: { readonly refreshToken: string };
}
