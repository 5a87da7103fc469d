/** The handlers of all curation routes over a core. */

import { bindApi, type BindOptions, type BoundRoute, type Handlers } from "@bourse/contract";
import { curationApi, curationHealthApi, type CurationApi } from "@bourse/contract/curation";
import type { CurationCore } from "@bourse/curation-core";
import {
  absentOr,
  checkArguments,
  createRateLimiter,
  didYouMean,
  objectOf,
  systemClock,
  wholeNumber,
  type Clock,
} from "@bourse/kernel";

import { audited } from "../audit/audited.ts";
import { aClock, curationCore, maybeFunction, ownOrigins, serviceNames } from "../check-bound.ts";
import type { OwnOrigins } from "../cookies/judge-cookie.ts";
import { type CookieNames, withCookies } from "../cookies/with-cookies.ts";
import { refuseUnhealthy, soundHealth, type HealthFault } from "../health/refuse-unhealthy.ts";
import { accountHandlers } from "./account-handlers.ts";
import { auditHandlers, curationAuditCaller, curationAuditRules } from "./audit.ts";
import { createCurationAuthenticator, type Caller } from "./authenticate.ts";
import { curatorHandlers } from "./curator-handlers.ts";
import { draftHandlers } from "./draft-handlers.ts";
import { factorHandlers } from "./factor-handlers.ts";
import { marketHandlers } from "./market-handlers.ts";
import { moderationHandlers } from "./moderation-handlers.ts";
import { openIdHandlers, openIdRows } from "./openid-handlers.ts";
import { passkeyHandlers } from "./passkey-handlers.ts";
import { personalDataHandlers } from "./personal-data-handlers.ts";
import { recoveryHandlers } from "./recovery-handlers.ts";
import { translateCurationError } from "./translate.ts";
import { walletRecoveryHandlers } from "./wallet-recovery-handlers.ts";
import { webhookHandlers } from "./webhook-handlers.ts";

/** One handler for each route of the curation API. */
export type CurationHandlers = Handlers<CurationApi["routes"], Caller>;

/** Name and version of the service in GET /health. */
export interface CurationServiceIdentity {
  /** Name of the service. Default `bourse-curation`. */
  readonly name: string;
  /** Version of the service. Default `0.0.0`. */
  readonly version: string;
}

/** Options of {@link bindCurationApi}. */
export interface BindCurationOptions extends Omit<
  BindOptions<Caller>,
  "translate" | "authenticate" | "nameHint"
> {
  /** Name and version in GET /health. */
  readonly service?: Partial<CurationServiceIdentity>;
  /**
   * Resolves to the reason, in one sentence, while the service is out of order: GET /health answers 503 with it. It
   * resolves to null otherwise. `checkStore` of the kernel makes one. Default: always null.
   */
  readonly fault?: HealthFault;
  /** Maximum number of changes by one account in a minute, 1–1,000,000. Default 600. */
  readonly writesPerMinute?: number;
  /** Logins in cookies for pages of the service's own site. Default: none, and no request is judged by a cookie. */
  readonly cookies?: OwnOrigins | undefined;
  /** Clock of the event stream's heartbeats and of the rate limit. Default: the system's clock. */
  readonly clock?: Clock;
}

/**
 * Creates the handlers for `bindApi` or `fetchHandler`, which also need {@link translateCurationError} and
 * {@link createCurationAuthenticator}.
 */
export function createCurationHandlers(
  core: CurationCore,
  clock: Clock = systemClock,
): CurationHandlers {
  checkArguments("createCurationHandlers", { core: curationCore, clock: aClock }, [core, clock]);
  const handlers: CurationHandlers = {
    ...accountHandlers(core),
    ...factorHandlers(core),
    ...passkeyHandlers(core),
    ...openIdHandlers(core),
    ...recoveryHandlers(core),
    ...personalDataHandlers(core),
    ...walletRecoveryHandlers(core),
    ...moderationHandlers(core),
    ...draftHandlers(core),
    ...curatorHandlers(core, clock),
    ...marketHandlers(core),
    ...auditHandlers(core),
    ...webhookHandlers(core),
  };
  return audited(handlers, curationAuditRules, {
    trail: core.trail,
    callerOf: curationAuditCaller,
    translate: translateCurationError,
  });
}

/**
 * Binds the curation API and its health route to a core, for `createHttpServer` or a mock.
 *
 * @throws KernelError ARGUMENT_INVALID, OPTION_INVALID; ContractError ARGUMENT_INVALID for the options of `bindApi`
 */
export function bindCurationApi(
  core: CurationCore,
  options: BindCurationOptions = {},
): readonly BoundRoute[] {
  checkArguments("bindCurationApi", { core: curationCore, options: OPTIONS }, [core, options]);
  const { service = {}, writesPerMinute = 600, clock = systemClock, ...rest } = options;
  const { fault = soundHealth, cookies, ...bind } = rest;
  const { name = "bourse-curation", version = "0.0.0" } = service;
  const translate = translateCurationError;
  const writes = createRateLimiter({ limit: writesPerMinute, periodMilliseconds: 60_000, clock });
  const routes = bindApi(curationApi, createCurationHandlers(core, clock), {
    ...bind,
    translate,
    nameHint: didYouMean,
    authenticate: createCurationAuthenticator(core, writes),
  });
  return [
    ...(cookies === undefined ? routes : withCookies(routes, COOKIES, cookies)),
    ...openIdRows(core, bind.onError),
    ...bindApi(curationHealthApi, {
      health: async () => {
        await refuseUnhealthy(fault);
        return {
          service: name,
          status: "ok" as const,
          version,
          ...(cookies !== undefined && { cookies: true as const }),
          ...(core.hasPasskeys && { passkeys: true as const }),
        };
      },
    }),
  ];
}

const COOKIES: CookieNames = {
  cookie: "__Host-bourse-curation",
  fields: ["access_token", "refresh_token"],
  logins: ["register", "login", "loginWithFactor", "loginWithPasskey", "openIdLogin"],
  device: {
    cookie: "__Host-bourse-curation-device",
    field: "device_secret",
    logins: ["login", "loginWithFactor", "openIdLogin"],
  },
};

const OPTIONS = objectOf({
  cookies: ownOrigins,
  service: absentOr(serviceNames),
  fault: maybeFunction,
  clock: absentOr(aClock),
  writesPerMinute: absentOr(wholeNumber({ min: 1, max: 1_000_000 })),
});
