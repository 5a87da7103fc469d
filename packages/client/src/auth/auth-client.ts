/** The client of the access control service: it logs in, keeps the tokens and sends them on routes that need them. */

import type { authRoutes, WithPermissions } from "@bourse/contract/auth";
import { authCalls, authService } from "@bourse/contract/auth/client";

import { createClient, type CallOf, type Client } from "../client.ts";
import { keptLogin, type KeptTokenCall } from "../kept-login.ts";
import { checkOptions, checkPath, type ClientOptions } from "../options.ts";
import { memoryTokens, type TokenStore } from "../token-store.ts";
import type { AuthRouteTypes } from "./operations.ts";

/** The options of {@link createAuthClient}. */
export interface AuthClientOptions extends Omit<ClientOptions, "credentials"> {
  /** Base path of the API. Default `/api/v1`. */
  readonly prefix?: string;
  /** API key, which is sent as X-API-Key on routes that take one, when there is no token. Default none. */
  readonly apiKey?: string;
  /** Store of the tokens. Default: in memory, one login a client. */
  readonly tokens?: TokenStore;
}

type Plain = Client<typeof authRoutes, AuthRouteTypes>;

/**
 * A client that keeps its login: `register`, `login`, `loginWithFactor`, `loginWithPasskey`, `openIdLogin` and
 * `refresh` save the tokens of their answers, `logout` removes those that it ended.
 *
 * Calls of routes with security send the saved token. It is refreshed once for all of them before it expires, or when
 * it is refused as TOKEN_EXPIRED or INVALID_TOKEN, and a refused call is sent once more. Each refresh replaces the
 * refresh token too. The tokens of a login that is over are removed.
 */
export interface AuthClient extends Omit<Plain, "refresh" | "logout"> {
  /**
   * Exchange a refresh token for new tokens and save them; the saved one, which is replaced, is the default.
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

/** Operations whose bodies or answers name permissions. */
type WithNames =
  | "me"
  | "createApiKey"
  | "listApiKeys"
  | "verifyApiKey"
  | "getApiKey"
  | "updateApiKey"
  | "rotateApiKey";

/**
 * A client of a service whose host defined its own permissions: `AuthClientOf<PermissionOf<typeof permissions>>`. The
 * same calls, in which another name is a type error.
 */
export type AuthClientOf<Name extends string> = {
  readonly [K in keyof AuthClient]: K extends WithNames
    ? CallOf<WithPermissions<AuthRouteTypes[K], Name>>
    : AuthClient[K];
};

/**
 * Creates a client of an access control service with permissions of its host's own.
 *
 * @throws ClientError OPTION_INVALID
 */
export function createAuthClient<Name extends string = never>(
  // Without a name between the brackets, the form below is meant.
  options: [Name] extends [never] ? never : AuthClientOptions,
): AuthClientOf<NoInfer<Name>>;
/**
 * Creates a client of the access control service.
 *
 * @throws ClientError OPTION_INVALID
 */
export function createAuthClient(options: AuthClientOptions): AuthClient;
export function createAuthClient(options: AuthClientOptions): AuthClient {
  const {
    prefix = authService.basePath,
    apiKey,
    tokens = memoryTokens(),
    ...others
  } = checkOptions(options, { prefix: "", apiKey: "", tokens: memoryTokens() });
  const api = { ...authService, basePath: prefix && checkPath(prefix), calls: authCalls };
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
    names: ["token", "refreshToken", "expiresIn"],
    apiKey,
  });
  return {
    ...createClient(api, { ...others, credentials }),
    ...(calls as unknown as Pick<AuthClient, keyof typeof calls>),
    tokens,
  };
}
