/** Access control inside of a host's own web application: its routes, the guard of the host's routes, the upkeep. */

import {
  type AuthCore,
  type AuthCoreOptions,
  createAuthCore,
  MASTER_KEY_FORM,
  masterKeyOf,
  type Permission,
} from "@bourse/auth-core";
import type { BoundRoute } from "@bourse/contract";
import { authApi } from "@bourse/contract/auth";
import {
  absentOr,
  anyFunction,
  anyNumber,
  anyText,
  type ArgumentRule,
  type CallSignatures,
  checkArguments,
  checkedCalls,
  type Clock,
  functionOption,
  KernelError,
  objectOf,
  optional,
  type OptionRules,
  pauseInBackground,
  portOption,
  refuseArgument,
  resolveOptions,
  systemClock,
  textOption,
} from "@bourse/kernel";

import type { OwnOrigins } from "../cookies/judge-cookie.ts";
import { consoleLogger, type FaultLogger } from "../host/console-logger.ts";
import { permissionOf } from "./access.ts";
import { type JudgeRequest, requestJudge, type TellFault } from "./admit-request.ts";
import { bindAuthApi, type BindAuthOptions } from "./auth-handlers.ts";
import type { OperatorKeys } from "./operator.ts";
import {
  type ExpressGuard,
  expressGuard,
  type RouteAnswers,
  routeAnswers,
} from "./route-answers.ts";

/** Options of {@link createAuth}: those of the core, and those of its routes. */
export interface AuthOptions<Name extends string = Permission>
  extends Omit<AuthCoreOptions<Name>, "masterKey">, OperatorKeys {
  /**
   * 32 bytes that encrypt the signing keys, or their text in base64url as `openssl rand -base64 32` gives it; the same
   * on every replica, kept outside the store. There is no default: undefined, as of a variable that is not set, is
   * refused.
   */
  readonly masterKey: Uint8Array | string | undefined;
  /** Prefix of all paths of the API. Default `/api/v1`. */
  readonly prefix?: string;
  /** Logins in cookies for pages of the host's own site. Default: none, and no request is judged by a cookie. */
  readonly cookies?: OwnOrigins;
  /** Gets warnings, such as of a store in memory, and every fault behind a 500. Default: the console. */
  readonly logger?: FaultLogger;
}

/** Access control inside of a host's own web application. */
export interface Auth<Name extends string = Permission> extends RouteAnswers, ExpressGuard<Name> {
  /** The core behind the routes, for calls of the host's own. */
  readonly core: AuthCore<Name>;
  /**
   * Judges a request to a route of the host by its access token or API key, which must have the permission. Never
   * rejects: a fault of the store is a refusal with 500, and told to the logger.
   */
  readonly admit: JudgeRequest<Name>;
  /** Ends mails, webhooks and upkeep, and writes what is still in memory; call it before the store is closed. */
  readonly close: () => Promise<void>;
}

/**
 * Opens access control for a host's own web application: the routes of the auth API below a prefix, with
 * `/.well-known/jwks.json`, and the guard of the host's own routes. Mails and webhooks are sent and upkeep is done
 * until `close`. Routes that need a permission which the host's set has not, such as those of deployments, are not
 * served; the host has its own `/health`.
 *
 * @throws KernelError OPTION_INVALID, ARGUMENT_INVALID; ContractError ARGUMENT_INVALID; CredentialsError
 * SIGNING_KEYS_UNREADABLE when `masterKey` is another one than that which encrypted the signing keys in the store
 */
export async function createAuth<Name extends string = Permission>(
  given: AuthOptions<Name>,
): Promise<Auth<Name>> {
  checkArguments("createAuth", { options: objectOf({}) }, [given]);
  const { prefix, cookies, logger, isOperatorKey, isAuditKey, ...ofCore } = given;
  const own = { prefix, cookies, logger, isOperatorKey, isAuditKey };
  const { logger: log, ...options } = resolveOptions<OwnOptions>("createAuth", own, RULES);
  const { clock = systemClock, store } = ofCore;
  const core = await createAuthCore<Name>({ ...ofCore, masterKey: readKey(ofCore.masterKey) });
  if (store.engine === "memory") log.warn({}, FORGETFUL);

  const onError: TellFault = (err, call) => log.error({ err, ...call }, "unhandled error");
  const routes = servedRoutes(core as AuthCore<string>, { ...options, onError });
  const admit = requestJudge<Name>({ guard: core.guard, cookies: options.cookies, onError });
  const calls = {
    ...routeAnswers(routes, onError),
    admit,
    ...expressGuard(admit),
    close: upkeep(core, clock, onError),
  };
  const auth = { core, ...checkedCalls<AuthCalls<Name>>("auth", calls, CALLS, SYNCHRONOUS) };
  await Promise.all([core.mails.start(), core.webhooks.start()]);
  return Object.freeze(auth);
}

type AuthCalls<Name extends string> = Omit<Auth<Name>, "core">;

/** A request of any framework: its members are read as they are needed. */
const aRequest: ArgumentRule = (argument, value) => {
  if (typeof value !== "object" || value === null) refuseArgument(argument, "a request", value);
};

const facts = absentOr(
  objectOf({
    clientAddress: absentOr(anyText),
    route: absentOr(anyText),
    cost: absentOr(anyNumber),
  }),
);

const CALLS: CallSignatures<AuthCalls<string>> = {
  fetch: { request: aRequest, facts },
  node: { request: aRequest, response: aRequest, next: absentOr(anyFunction), facts },
  admit: { request: aRequest, permission: anyText, facts },
  guard: { permission: anyText },
  callerOf: { request: aRequest },
  close: {},
};
const SYNCHRONOUS: readonly (keyof AuthCalls<string>)[] = ["guard", "callerOf"];

interface OwnOptions extends OperatorKeys {
  readonly prefix: string;
  readonly cookies: OwnOrigins | undefined;
  readonly logger: FaultLogger;
}

const RULES: OptionRules<Required<OwnOptions>> = {
  prefix: textOption({ default: authApi.basePath, minLength: 0, maxLength: 200 }),
  cookies: optional(portOption<OwnOrigins>(["publicOrigin"])),
  logger: portOption<FaultLogger>(["warn", "error"], { default: consoleLogger }),
  isOperatorKey: optional(functionOption<(key: string) => boolean>()),
  isAuditKey: optional(functionOption<(key: string) => boolean>()),
};

const FORGETFUL =
  "The store is in memory: accounts, sessions and API keys are gone when this process ends.";

/** The bytes of a master key. @throws KernelError OPTION_INVALID */
function readKey(given: Uint8Array | string | undefined): Uint8Array {
  const key = typeof given === "string" ? masterKeyOf(given) : given;
  if (key !== undefined) return key;
  const found = given === undefined ? "is missing" : "has another form";
  throw new KernelError(
    "OPTION_INVALID",
    `createAuth: option "masterKey" ${found}: expected ${MASTER_KEY_FORM}`,
    { details: { owner: "createAuth", option: "masterKey" } },
  );
}

/** Routes of the API that somebody can have the permission for, and the key set. */
function servedRoutes(core: AuthCore<string>, options: BindAuthOptions): readonly BoundRoute[] {
  return bindAuthApi(core, options).filter(({ key, route }) => {
    const needed = permissionOf(route.definition);
    return key !== "health" && (needed === undefined || core.permissions.has(needed));
  });
}

const MAINTAIN_MILLISECONDS = 5000;

/** Begins the upkeep of the core; the function that it returns ends it and closes the core. */
function upkeep(
  core: Pick<AuthCore, "maintain" | "close">,
  clock: Pick<Clock, "sleep">,
  onError: TellFault,
): () => Promise<void> {
  const ended = new AbortController();
  const loop = async (): Promise<void> => {
    while (await pauseInBackground(clock, MAINTAIN_MILLISECONDS, ended.signal)) {
      await core.maintain().catch((error: unknown) => onError(error, { key: "maintain" }));
    }
  };
  const running = loop();
  return async () => {
    ended.abort();
    await running;
    await core.close();
  };
}
