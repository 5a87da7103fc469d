/** Every route of `@bourse/contract/auth`, implemented over the core. */

import type { AuthCore, Identity } from "@bourse/auth-core";
import { bindApi, type BindOptions, type BoundRoute, type Handlers } from "@bourse/contract";
import { authApi, authApiAt, authDiscoveryApi, type AuthApi } from "@bourse/contract/auth";
import { absentOr, anyText, checkArguments, didYouMean, objectOf } from "@bourse/kernel";

import { audited } from "../audit/audited.ts";
import { authCore, maybeFunction, ownOrigins, serviceNames } from "../check-bound.ts";
import type { OwnOrigins } from "../cookies/judge-cookie.ts";
import { type CookieNames, withCookies } from "../cookies/with-cookies.ts";
import type { HealthFault } from "../health/refuse-unhealthy.ts";
import { accountHandlers } from "./account-handlers.ts";
import { apiKeyHandlers } from "./api-key-handlers.ts";
import { auditHandlers, authAuditCaller, authAuditRules } from "./audit.ts";
import { createAuthAuthenticator } from "./authenticate.ts";
import { deviceHandlers } from "./device-handlers.ts";
import { createAuthDiscoveryHandlers, type AuthServiceIdentity } from "./discovery-handlers.ts";
import { factorHandlers } from "./factor-handlers.ts";
import { openIdHandlers, openIdRows } from "./openid-handlers.ts";
import type { OperatorKeys } from "./operator.ts";
import { organizationHandlers } from "./organization-handlers.ts";
import { passkeyHandlers } from "./passkey-handlers.ts";
import { personalDataHandlers } from "./personal-data-handlers.ts";
import { recordHandlers } from "./record-handlers.ts";
import { recoveryHandlers } from "./recovery-handlers.ts";
import { sessionHandlers } from "./session-handlers.ts";
import { translateAuthError } from "./translate.ts";
import { userHandlers } from "./user-handlers.ts";
import { webhookHandlers } from "./webhook-handlers.ts";

/** One handler per route of the auth API. */
export type AuthHandlers = Handlers<AuthApi["routes"], Identity<string>>;

/** Options of {@link bindAuthApi}. */
export interface BindAuthOptions
  extends
    Omit<BindOptions<Identity<string>>, "translate" | "authenticate" | "nameHint">,
    OperatorKeys {
  /** Prefix of all paths of the API. Default `/api/v1`. */
  readonly prefix?: string;
  /** Name and version that GET /health answers. */
  readonly service?: Partial<Omit<AuthServiceIdentity, "cookies" | "passkeys" | "registration">>;
  /**
   * Resolves to the reason, in one sentence, while the service is out of order: GET /health answers 503 with it. It
   * resolves to null otherwise. `checkStore` of the kernel makes one. Default: always null.
   */
  readonly fault?: HealthFault;
  /** Logins in cookies for pages of the service's own site. Default: none, and no request is judged by a cookie. */
  readonly cookies?: OwnOrigins | undefined;
}

/**
 * Handlers for `bindApi`, one per route; pass {@link translateAuthError} and {@link createAuthAuthenticator} to it too.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function createAuthHandlers(core: AuthCore<string>): AuthHandlers {
  checkArguments("createAuthHandlers", { core: authCore }, [core]);
  const handlers: AuthHandlers = {
    ...accountHandlers(core),
    ...recoveryHandlers(core),
    ...factorHandlers(core),
    ...passkeyHandlers(core),
    ...personalDataHandlers(core),
    ...deviceHandlers(core),
    ...openIdHandlers(core),
    ...sessionHandlers(core),
    ...apiKeyHandlers(core),
    ...recordHandlers(core),
    ...webhookHandlers(core),
    ...organizationHandlers(core),
    ...auditHandlers(core),
    ...userHandlers(core),
  };
  return audited(handlers, authAuditRules, {
    trail: core.trail,
    callerOf: authAuditCaller,
    translate: translateAuthError,
  });
}

/**
 * All routes of the auth API over a core, with the key set and health: for `createHttpServer`, `serveFetch` or a mock.
 *
 * @throws KernelError ARGUMENT_INVALID; ContractError ARGUMENT_INVALID for the options of `bindApi`
 */
export function bindAuthApi(
  core: AuthCore<string>,
  options: BindAuthOptions = {},
): readonly BoundRoute[] {
  checkArguments("bindAuthApi", { core: authCore, options: OPTIONS }, [core, options]);
  const { prefix = authApi.basePath, service, fault, isOperatorKey, isAuditKey, ...rest } = options;
  const { cookies, ...bind } = rest;
  const translate = translateAuthError;
  const { hasPasskeys: passkeys, registration } = core;
  const identity = { ...service, cookies: cookies !== undefined, passkeys, registration };
  const routes = bindApi(
    authApiAt(prefix, core.permissions.names) as AuthApi,
    createAuthHandlers(core),
    {
      ...bind,
      translate,
      nameHint: didYouMean,
      authenticate: createAuthAuthenticator(core, { isOperatorKey, isAuditKey }),
    },
  );
  return [
    ...(cookies === undefined ? routes : withCookies(routes, COOKIES, cookies)),
    ...openIdRows(core, prefix, bind.onError),
    ...bindApi(authDiscoveryApi, createAuthDiscoveryHandlers(core, identity, undefined, fault), {
      ...bind,
      translate,
    }),
  ];
}

/** Names of the cookie that keeps a login, and of what it holds. */
export const COOKIES: CookieNames = {
  cookie: "__Host-bourse-auth",
  fields: ["token", "refreshToken"],
  logins: ["register", "login", "loginWithFactor", "loginWithPasskey", "openIdLogin"],
  device: {
    cookie: "__Host-bourse-auth-device",
    field: "deviceSecret",
    logins: ["login", "loginWithFactor", "openIdLogin"],
  },
};

const OPTIONS = objectOf({
  cookies: ownOrigins,
  prefix: absentOr(anyText),
  service: absentOr(serviceNames),
  fault: maybeFunction,
  isOperatorKey: maybeFunction,
  isAuditKey: maybeFunction,
});
