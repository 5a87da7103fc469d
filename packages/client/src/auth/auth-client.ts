/** The client of the access control service: it logs in, keeps the tokens and sends them with what needs them. */

import { authRoutes, authService, type AuthApi } from "@bourse/contract/auth";

import { createClient, type Client } from "../client.ts";
import { SYSTEM_CLOCK, type CallOptions, type ClientOptions } from "../options.ts";
import { tokenCredentials } from "../token-credentials.ts";
import { memoryTokens, renewalOf, type Tokens, type TokenStore } from "../token-store.ts";
import { withEffect } from "../with-effect.ts";

export interface AuthClientOptions extends Omit<ClientOptions, "credentials"> {
  /** What the API's paths begin with. Default `/api/v1`. */
  readonly prefix?: string;
  /** Sent as X-API-Key where a route takes one and there is no token. */
  readonly apiKey?: string;
  /** Where tokens are kept. Default: in memory, one login a client. */
  readonly tokens?: TokenStore;
}

type Plain = Client<AuthApi["routes"]>;

/** A call whose refresh token is the kept one where none is given; with none at all it is a VALIDATION_ERROR. */
interface KeptTokenCall<C extends Plain["refresh" | "logout"]> {
  (input?: Parameters<C>[0], options?: CallOptions): ReturnType<C>;
  safe(input?: Parameters<C>[0], options?: CallOptions): ReturnType<C["safe"]>;
}

/**
 * `register`, `login` and `refresh` keep the tokens that they answer with, `logout` forgets those that it ended.
 *
 * Calls of routes with security send the kept token; it is refreshed once for all of them before it ends, or when it is
 * refused as TOKEN_EXPIRED or INVALID_TOKEN, and a refused call is sent once more. A login that is over is forgotten.
 */
export interface AuthClient extends Omit<Plain, "refresh" | "logout"> {
  readonly refresh: KeptTokenCall<Plain["refresh"]>;
  readonly logout: KeptTokenCall<Plain["logout"]>;
  readonly tokens: TokenStore;
}

/** @throws ClientError OPTION_INVALID */
export function createAuthClient(options: AuthClientOptions): AuthClient {
  const { prefix = authService.basePath, apiKey, tokens = memoryTokens(), ...others } = options;
  const clock = options.clock ?? SYSTEM_CLOCK;
  const api = { ...authService, basePath: prefix, routes: authRoutes };
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

/** Registration does not say how long the token lasts, a refresh without rotation has no refresh token. */
interface Answer {
  readonly token: string;
  readonly refreshToken?: string | undefined;
  readonly expiresIn?: number;
}

interface Input {
  readonly body: { readonly refreshToken: string };
}
