/** Authentication of the auth API: the guard behind the security schemes of the contract. */

import {
  AuthError,
  IDENTITY_REFUSALS,
  type AuthCore,
  type Identity,
  type IdentityRefusal,
  type IdentityVerdict,
  type Origin,
  type Permission,
} from "@bourse/auth-core";
import type { Authenticate, Incoming, Problem, Route } from "@bourse/contract";
import { authApi } from "@bourse/contract/auth";
import { checkArguments, objectOf } from "@bourse/kernel";

import { coreWith, maybeFunction } from "../check-bound.ts";
import { AUDITOR, OPERATOR, type OperatorKeys } from "./operator.ts";
import { translateAuthError } from "./translate.ts";

/**
 * Authentication for `bindApi(authApi, …)`: access tokens and API keys, checked by the core's guard, and the keys of
 * the operator and the auditor on the routes that they open. A token wins over any key.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function createAuthAuthenticator<Name extends string = Permission>(
  core: Pick<AuthCore<Name>, "guard">,
  operatorKeys: OperatorKeys = {},
): Authenticate<Identity<Name>> {
  checkArguments("createAuthAuthenticator", RULES, [core, operatorKeys]);
  const { guard } = core;
  const { isOperatorKey, isAuditKey } = operatorKeys;
  const judge: Authenticate<Identity<string>> = (scheme, credential, route, incoming) => {
    const isOfUsers = scheme === "operator";
    if (isOfUsers && isOperatorKey === undefined) return CLOSED;
    const isNamed = isOfUsers || (scheme === "apiKey" && route.definition.path === AUDIT_PATH);
    const authorization = isOfUsers ? bearerBeside(incoming) : undefined;
    if (isOfUsers && credential === undefined && authorization === undefined) return WITHOUT_KEY;
    if (isNamed && credential !== undefined && authorization === undefined) {
      if (isOperatorKey?.(credential) === true) return OPERATOR;
      if (isAuditKey?.(credential) === true) return AUDITOR;
    }
    const credentials =
      scheme === "bearer" ? { token: credential } : { authorization, apiKey: credential };
    const verdict = guard.identify(credentials, new OriginOnDemand(incoming), {
      route: nameOf(route),
      bytes: bodyBytes(incoming, route),
      origin: single(incoming.headers["origin"]),
      use: !(route.definition.path === VERIFY_PATH && isLook(incoming)),
    });
    // Most callers are cached: a promise for each of them is a fifth of what a small route costs.
    return verdict instanceof Promise
      ? verdict.then((found) => answer(found, route))
      : answer(verdict, route);
  };
  // The operator and the auditor have `admin`, which every set has.
  return judge as Authenticate<Identity<Name>>;
}

const RULES = {
  core: coreWith("guard"),
  keys: objectOf({ isOperatorKey: maybeFunction, isAuditKey: maybeFunction }),
};

const AUDIT_PATH = authApi.routes.listAudit.definition.path;
const VERIFY_PATH = authApi.routes.verifyApiKey.definition.path;

/** True for a verification that is no use of a key, neither of the one that it asks about nor of its own. */
function isLook({ search }: Incoming): boolean {
  return new URLSearchParams(search).get("use") === "false";
}

/** The token of a request to a route that takes none: it is judged all the same, and opens nothing. */
function bearerBeside({ headers }: Incoming): string | undefined {
  const { authorization } = headers;
  return typeof authorization === "string" && /^bearer(?: |$)/i.test(authorization)
    ? authorization
    : undefined;
}

/** Names of routes for the figures of usage, made once. */
const NAMES = new WeakMap<Route, string>();

function nameOf(route: Route): string {
  const { method, path } = route.definition;
  const name = NAMES.get(route) ?? `${method} ${path}`;
  NAMES.set(route, name);
  return name;
}

/** Bytes of the body as they are declared; a body of unknown length counts as the longest that the route takes. */
function bodyBytes({ headers }: Incoming, { definition }: Route): number {
  const declared = single(headers["content-length"]);
  if (declared !== undefined) return Number.parseInt(declared, 10) || 0;
  return headers["transfer-encoding"] === undefined ? 0 : (definition.bodyLimit ?? 0);
}

function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function answer(verdict: IdentityVerdict<string>, route: Route): Identity<string> | Problem {
  if (verdict.ok) return isBeyond(verdict.identity, route) ? NARROWED : verdict.identity;
  if (verdict.code !== "RATE_LIMITED") return REFUSED[verdict.code];
  const { code, retryAfterSeconds = 1 } = verdict;
  const details = { retryAfterSeconds };
  return translated(new AuthError(code, IDENTITY_REFUSALS[code], { details }));
}

/** True for a narrowed login at a route of the account itself, which could give it, or another one, more rights. */
function isBeyond({ narrowedTo }: Identity<string>, { definition }: Route): boolean {
  return definition.security === "bearer" && narrowedTo?.includes("admin") === false;
}

/** Created once, so that a forged credential costs no new error. */
const REFUSED: Readonly<Record<Exclude<IdentityRefusal, "RATE_LIMITED">, Problem>> = {
  UNAUTHORIZED: refusal("UNAUTHORIZED"),
  TOKEN_EXPIRED: refusal("TOKEN_EXPIRED"),
  INVALID_TOKEN: refusal("INVALID_TOKEN"),
  INVALID_API_KEY: refusal("INVALID_API_KEY"),
  FORBIDDEN: refusal("FORBIDDEN"),
};

const NARROWED = refusal(
  "FORBIDDEN",
  "This login was narrowed to some permissions, and does not reach the account itself; log in without them.",
);

/** Nobody is the operator of a service that has no key for one. */
const CLOSED = refusal(
  "FORBIDDEN",
  "This service has no operator: its users can be seen and changed once AUTH_OPERATOR_KEY is set and it was restarted.",
);

/** An access token or an API key, which the guard would ask for, opens no user. */
const WITHOUT_KEY = refusal(
  "UNAUTHORIZED",
  "Send the operator's key, AUTH_OPERATOR_KEY of the server, in X-API-Key.",
);

function refusal(
  code: Exclude<IdentityRefusal, "RATE_LIMITED">,
  message: string = IDENTITY_REFUSALS[code],
): Problem {
  return translated(new AuthError(code, message));
}

function translated(error: AuthError): Problem {
  return Object.freeze(translateAuthError(error)!); // every code of AuthError has a translation
}

/** Reads the address only when it is needed: the audit trail records it for the first use of a key. */
class OriginOnDemand implements Origin {
  readonly #incoming: Incoming;

  constructor(incoming: Incoming) {
    this.#incoming = incoming;
  }

  get ip(): string | undefined {
    return this.#incoming.clientAddress;
  }
}
