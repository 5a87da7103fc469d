/**
 * Authentication of a request, in whatever framework: from its credential headers to its caller.
 *
 * Where both credentials are sent only the token counts, so a bad token is not rescued by a good key.
 */

import {
  type AccessClaims,
  type Origin,
  type SessionControl,
  parseBearer,
} from "@bourse/credentials";
import { anyFunction, anyText, checkArguments, listOf, objectOf } from "@bourse/kernel";

import type { AccountRoles } from "../accounts/account-roles.ts";
import type { OpenedApiKeys } from "../api-keys/api-keys.ts";
import type { KeyJudgement } from "../api-keys/authenticate-by-key.ts";
import { AuthError } from "../errors.ts";
import type { KeyRequest } from "../key-use/restrictions.ts";
import { defaultPermissions, type Permission, type PermissionSet } from "../permissions.ts";

/** The caller of a request, and what it may do with its own resources. */
export interface Identity<Name extends string = Permission> {
  /** Credential that authenticated the caller: an access token (`jwt`) or an API key. */
  readonly method: "jwt" | "api_key";
  /** Id of the account; for a key of an organization that of the organization. */
  readonly userId: string;
  /**
   * Permissions of the account's role for an access token, all of them by default; for an API key those of the key that
   * the role of its account has too.
   */
  readonly permissions: readonly Name[];
  /** Set when the caller authenticated with an access token, else null. */
  readonly sessionId: string | null;
  /** Set when the caller authenticated with an API key, else null. */
  readonly keyId: string | null;
  /** Set when the caller authenticated with an API key of an organization: the same as `userId`. */
  readonly organizationId?: string;
  /**
   * Permissions that the login was narrowed to, with those that they imply; `permissions` are those of them that the
   * role of the account has too. Absent for a login with all permissions of its account, and for an API key.
   */
  readonly narrowedTo?: readonly Name[];
}

/** The credentials of a request; the token counts when several are given. */
export interface Credentials {
  /** Value of the `Authorization` header; any other scheme than `Bearer` is ignored. */
  readonly authorization?: string | undefined;
  /** An access token without its scheme; counts instead of `authorization`. */
  readonly token?: string | undefined;
  /** Value of the `X-API-Key` header. */
  readonly apiKey?: string | undefined;
}

/** Reason for which a caller is refused: the code of the AuthError that `authorize` throws. */
export type IdentityRefusal =
  /** No credentials were sent. */
  | "UNAUTHORIZED"
  /** The access token was valid once. */
  | "TOKEN_EXPIRED"
  /** The access token is malformed or forged, or its session has ended. */
  | "INVALID_TOKEN"
  /** The API key is unknown, malformed, revoked, expired, or its owner is disabled. */
  | "INVALID_API_KEY"
  /** The API key is bound to other addresses or origins. */
  | "FORBIDDEN"
  /** The API key was used as much as its limits allow. */
  | "RATE_LIMITED";

/** Result of an authentication. */
export type IdentityVerdict<Name extends string = Permission> =
  | {
      readonly ok: true;
      /** The authenticated caller. */
      readonly identity: Identity<Name>;
    }
  | {
      readonly ok: false;
      /** The reason for the refusal; its sentence is in {@link IDENTITY_REFUSALS}. */
      readonly code: IdentityRefusal;
      /** Seconds until the key may be used again; only with RATE_LIMITED. */
      readonly retryAfterSeconds?: number;
    };

/** Authentication and authorisation of requests. */
export interface Guard<Name extends string = Permission> {
  /**
   * Authenticates a request: at once when its credential is cached (for at most a second), else as a promise. Never
   * throws for a bad credential, so a forged one costs no exception.
   *
   * The first use of an API key is recorded in the audit trail with `origin`. `request` is what a key's limits and
   * figures of use count, unchecked.
   */
  identify(
    credentials: Credentials,
    origin?: Origin,
    request?: KeyRequest,
  ): IdentityVerdict<Name> | Promise<IdentityVerdict<Name>>;
  /**
   * The caller, if it is authenticated and has the permission.
   *
   * @throws AuthError UNAUTHORIZED, TOKEN_EXPIRED, INVALID_TOKEN, INVALID_API_KEY, FORBIDDEN, RATE_LIMITED
   */
  authorize(
    credentials: Credentials,
    permission: Name,
    origin?: Origin,
    request?: KeyRequest,
  ): Promise<Identity<Name>>;
}

/** A guard over the sessions and API keys of one core. */
export function createGuard(
  sessions: Pick<SessionControl, "verify">,
  judge: OpenedApiKeys["judge"],
  permissions: PermissionSet,
  roles: Pick<AccountRoles, "of">,
): Guard<string> {
  const byToken = (
    verdict: Awaited<ReturnType<SessionControl["verify"]>>,
  ): Verdict | Promise<Verdict> => {
    if (!verdict.ok) return verdict;
    const { claims } = verdict;
    const held = roles.of(claims.sub);
    return held instanceof Promise
      ? held.then((found) => byRole(claims, found, permissions))
      : byRole(claims, held, permissions);
  };
  const identify = (
    credentials: Partial<Record<keyof Credentials, unknown>> | null | undefined,
    origin?: Origin,
    request?: KeyRequest,
  ): Verdict | Promise<Verdict> => {
    const { authorization, token = bearerOf(authorization), apiKey } = credentials ?? {};
    if (token !== undefined) {
      if (typeof token !== "string") return INVALID_TOKEN;
      const verdict = sessions.verify(token);
      return verdict instanceof Promise ? verdict.then(byToken) : byToken(verdict);
    }
    if (apiKey === undefined) return UNAUTHORIZED;
    if (typeof apiKey !== "string") return INVALID_API_KEY;
    const judgement = judge(apiKey, request, origin);
    return judgement instanceof Promise ? judgement.then(byKey) : byKey(judgement);
  };
  return Object.freeze({
    identify,
    authorize: async (
      credentials: Credentials,
      permission: string,
      origin?: Origin,
      request?: KeyRequest,
    ) => {
      const verdict = await identify(credentials, origin, request);
      if (!verdict.ok) throw refusalOf(verdict);
      requirePermission(verdict.identity, permission, permissions);
      return verdict.identity;
    },
  });
}

/** The sentence that a refused caller reads. */
export const IDENTITY_REFUSALS: Readonly<Record<IdentityRefusal, string>> = {
  UNAUTHORIZED: "Send an access token or an API key.",
  TOKEN_EXPIRED: "The access token has expired; refresh it.",
  INVALID_TOKEN: "The access token is not valid; log in again.",
  INVALID_API_KEY: "The API key is not valid; create a new one.",
  FORBIDDEN: "The API key is bound to other addresses or origins than this request comes from.",
  RATE_LIMITED: "The API key was used as much as its limits allow; try again later.",
};

type Verdict = IdentityVerdict<string>;

const UNAUTHORIZED: IdentityVerdict<never> = Object.freeze({ ok: false, code: "UNAUTHORIZED" });
const INVALID_TOKEN: IdentityVerdict<never> = Object.freeze({ ok: false, code: "INVALID_TOKEN" });
const FORBIDDEN: IdentityVerdict<never> = Object.freeze({ ok: false, code: "FORBIDDEN" });
const INVALID_API_KEY: IdentityVerdict<never> = Object.freeze({
  ok: false,
  code: "INVALID_API_KEY",
});

/** The error of a refusal. */
function refusalOf({
  code,
  retryAfterSeconds = 1,
}: {
  readonly code: IdentityRefusal;
  readonly retryAfterSeconds?: number;
}): AuthError {
  const message = IDENTITY_REFUSALS[code];
  return code === "RATE_LIMITED"
    ? new AuthError(code, message, { details: { retryAfterSeconds } })
    : new AuthError(code, message);
}

function bearerOf(authorization: unknown): string | undefined {
  return typeof authorization === "string" ? parseBearer(authorization) : undefined;
}

function byRole(
  { sub: userId, sid: sessionId, scope }: AccessClaims,
  held: readonly string[],
  set: PermissionSet,
): Verdict {
  const identity = { method: "jwt", userId, permissions: held, sessionId, keyId: null } as const;
  if (scope === undefined) return { ok: true, identity };
  const asked = scope.split(" ");
  const narrowedTo = set.names.filter((name) => set.permits(asked, name));
  const permissions = narrowedTo.filter((name) => set.permits(held, name));
  return { ok: true, identity: { ...identity, permissions, narrowedTo } };
}

function byKey(judgement: KeyJudgement): Verdict {
  const { code } = judgement;
  if (code === "INVALID_API_KEY") return INVALID_API_KEY;
  if (code === "FORBIDDEN") return FORBIDDEN;
  if (code === "RATE_LIMITED") {
    return { ok: false, code, retryAfterSeconds: judgement.retryAfterSeconds };
  }
  const { id: keyId, userId, permissions, organizationId } = judgement.holder;
  const identity = { method: "api_key", userId, permissions, sessionId: null, keyId } as const;
  if (organizationId === undefined) return { ok: true, identity };
  return { ok: true, identity: { ...identity, organizationId } };
}

const RULES = {
  identity: objectOf({ permissions: listOf(anyText) }),
  permission: anyText,
  permissions: objectOf({ permits: anyFunction }),
};

/**
 * Checks that the caller has a permission; `permissions` is the set of the core, by default that of the service.
 *
 * @throws AuthError FORBIDDEN, details.permission names the missing one
 */
export function requirePermission<Name extends string = Permission>(
  identity: Pick<Identity<Name>, "permissions">,
  permission: NoInfer<Name>,
  permissions: Pick<PermissionSet<Name>, "permits"> = defaultPermissions,
): void {
  checkArguments("requirePermission", RULES, [identity, permission, permissions]);
  if (permissions.permits(identity.permissions, permission)) return;
  throw new AuthError("FORBIDDEN", `This needs the permission "${permission}".`, {
    details: { permission },
  });
}
