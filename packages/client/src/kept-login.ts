/** The calls of a client that keeps its login: their tokens are saved, renewed by rotation, and removed. */

import { callForms, type Run } from "./call-forms.ts";
import type { Credentials } from "./credentials.ts";
import { ClientError } from "./errors.ts";
import { SYSTEM_CLOCK, type CallOptions, type ClientClock } from "./options.ts";
import type { AnyInput } from "./request.ts";
import type { Answer } from "./response.ts";
import { tokenCredentials } from "./token-credentials.ts";
import { renewalOf, type Tokens, type TokenStore } from "./token-store.ts";

/** A call in all its forms, of whatever types. */
interface AnyCall {
  (...args: never): unknown;
  safe(...args: never): unknown;
  withResponse(...args: never): unknown;
  readonly isProblem: unknown;
}

/** A call whose input defaults to the kept refresh token; without a login it is refused as VALIDATION_ERROR. */
export interface KeptTokenCall<C extends AnyCall> {
  (input?: Parameters<C>[0], options?: CallOptions): ReturnType<C>;
  /** Makes the same call without throwing, as `safe` of every call. */
  safe(input?: Parameters<C>[0], options?: CallOptions): ReturnType<C["safe"]>;
  /** Makes the same call and resolves to status, data and headers of the answer. */
  withResponse(input?: Parameters<C>[0], options?: CallOptions): ReturnType<C["withResponse"]>;
  /** Tells whether an error is a refusal of this call with one of its own codes, as `isProblem` of every call. */
  readonly isProblem: C["isProblem"];
}

/** The parts of a kept login. */
export interface KeptLoginParts {
  /** Calls without credentials: what refreshes a token must not wait for a refresh. */
  readonly open: Readonly<Record<"register" | "login" | "refresh" | "logout", AnyCall>>;
  /** Further calls without credentials whose answers are the tokens of a login. Default: none. */
  readonly logins?: Readonly<Record<string, AnyCall>>;
  readonly store: TokenStore;
  /** Clock of the client. Default: the machine's. */
  readonly clock: ClientClock | undefined;
  /** Names of the access token, the refresh token and the lifetime in seconds on the wire. */
  readonly names: readonly [token: string, refreshToken: string, expiresIn: string];
  /** API key for routes that take one, when there is no token. */
  readonly apiKey?: string | undefined;
}

/** The calls that keep a login, and the credentials that it gives. */
export interface KeptLogin {
  readonly credentials: Credentials;
  /** Those of `logins` too. */
  readonly calls: KeptLoginParts["open"];
}

/** Creates the calls that keep a login in a store. */
export function keptLogin({
  open,
  logins = {},
  store,
  clock = SYSTEM_CLOCK,
  names: [tokenName, refreshName, lifeName],
  apiKey,
}: KeptLoginParts): KeptLogin {
  const inputOf = (refreshToken = "", more: object): AnyInput => ({
    body: { [refreshName]: refreshToken, ...more },
  });
  const tokenIn = (input: AnyInput = {}): string =>
    (input.body as Readonly<Record<string, string>> | undefined)?.[refreshName] ?? "";
  /** The refresh token stays what it was, where the answer has none. */
  const tokensOf = ({ data }: Answer, input: AnyInput | undefined): Tokens => {
    const answer = data as Readonly<Record<string, never>>;
    const token: unknown = answer[tokenName];
    if (typeof token !== "string") {
      throw new ClientError("RESPONSE_INVALID", `the answer has no ${tokenName}`);
    }
    return {
      token,
      refreshToken: answer[refreshName] ?? tokenIn(input),
      renewAt: renewalOf(clock.now(), answer[lifeName]),
    };
  };
  const keeping = (
    call: AnyCall,
    more?: object,
    after: (answer: Answer, input?: AnyInput) => void | Promise<void> = (answer, input) =>
      store.save(tokensOf(answer, input)),
  ): AnyCall =>
    callForms(async (given, options) => {
      const isKept = given === undefined && more !== undefined;
      const input = isKept ? inputOf((await store.load())?.refreshToken, more) : given;
      const answer = await (call.withResponse as Run)(input, options);
      await after(answer, input);
      return answer;
    }, call) as AnyCall;
  const rotation = { rotate: true };
  return {
    credentials: tokenCredentials(
      store,
      async ({ refreshToken }) => {
        const input = inputOf(refreshToken, rotation);
        return tokensOf(await (open.refresh.withResponse as Run)(input), input);
      },
      clock,
      apiKey,
    ),
    calls: {
      // Neither is sent twice, whatever `retry` says: the contract calls them no repeatable calls.
      register: keeping(open.register),
      login: keeping(open.login),
      ...Object.fromEntries(Object.entries(logins).map(([name, call]) => [name, keeping(call)])),
      refresh: keeping(open.refresh, rotation),
      logout: keeping(open.logout, {}, async (_, input) => {
        if ((await store.load())?.refreshToken === tokenIn(input)) await store.clear();
      }),
    },
  };
}
