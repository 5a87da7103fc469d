/** Every route of `@bourse/contract/auth`, implemented over the core. */

import type { AuthCore, Identity } from "@bourse/auth-core";
import { bindApi, type BindOptions, type BoundRoute, type Handlers } from "@bourse/contract";
import { authApi, authApiAt, authDiscoveryApi, type AuthApi } from "@bourse/contract/auth";

import { accountHandlers } from "./account-handlers.ts";
import { apiKeyHandlers } from "./api-key-handlers.ts";
import { createAuthAuthenticator } from "./authenticate.ts";
import { createAuthDiscoveryHandlers, type AuthServiceIdentity } from "./discovery-handlers.ts";
import { recordHandlers } from "./record-handlers.ts";
import { sessionHandlers } from "./session-handlers.ts";
import { translateAuthError } from "./translate.ts";

export type AuthHandlers = Handlers<AuthApi["routes"], Identity>;

export interface BindAuthOptions extends Omit<BindOptions<Identity>, "translate" | "authenticate"> {
  /** What the paths of the API begin with. Default `/api/v1`. */
  readonly prefix?: string;
  /** What GET /health says. */
  readonly service?: Partial<AuthServiceIdentity>;
}

/**
 * One handler a route, for `bindApi` or `fetchHandler`; give them {@link translateAuthError} and
 * {@link createAuthAuthenticator} too.
 */
export function createAuthHandlers(core: AuthCore): AuthHandlers {
  return {
    ...accountHandlers(core),
    ...sessionHandlers(core),
    ...apiKeyHandlers(core),
    ...recordHandlers(core),
  };
}

/**
 * The routes of the auth API over a core, the key set and health beside them: ready for `createHttpServer`,
 * `serveFetch` or a mock.
 */
export function bindAuthApi(core: AuthCore, options: BindAuthOptions = {}): readonly BoundRoute[] {
  const { prefix = authApi.basePath, service, ...bind } = options;
  const translate = translateAuthError;
  return [
    ...bindApi(authApiAt(prefix), createAuthHandlers(core), {
      ...bind,
      translate,
      authenticate: createAuthAuthenticator(core),
    }),
    ...bindApi(authDiscoveryApi, createAuthDiscoveryHandlers(core, service), {
      ...bind,
      translate,
    }),
  ];
}
