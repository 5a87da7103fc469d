/** Access to the curation API: the rule of each route. */

import { PUBLIC, type AccessRule, type RouteDefinition } from "@bourse/contract";
import { adminRoutes } from "@bourse/contract/curation";
import type { Role } from "@bourse/curation-core";

/**
 * Proofs that open a route. The core checks the role, so that the audit trail has the refusal, and decides per document
 * whose a draft or market is.
 */
export function curationAccess(definition: RouteDefinition): AccessRule {
  const { security, path } = definition;
  if (security === undefined || security === "maybeBearer") return IN_BODY.get(path) ?? PUBLIC;
  const right = roleOf(definition);
  return [right === undefined ? { by: "accessToken" } : { by: "accessToken", right }];
}

const IN_BODY: ReadonlyMap<string, AccessRule> = new Map([
  [
    "/auth/login",
    [
      { by: "body", right: "password" },
      { by: "body", right: "wallet signature" },
    ],
  ],
  ["/auth/login/factor", [{ by: "body", right: "challenge and code" }]],
  ["/auth/oidc/login", [{ by: "body", right: "code of a sign-in" }]],
  ["/auth/password/reset", [{ by: "body", right: "link" }]],
  ["/auth/email/verify", [{ by: "body", right: "link" }]],
  [
    "/auth/recovery/proof",
    [
      { by: "body", right: "link" },
      { by: "body", right: "signature of a second wallet" },
    ],
  ],
  [
    "/auth/recovery/complete",
    [{ by: "body", right: "recovery token and signature of the new wallet" }],
  ],
  ["/auth/refresh", [{ by: "body", right: "refresh token" }]],
  ["/auth/logout", [{ by: "body", right: "refresh token" }]],
]);

const ADMINS: ReadonlySet<RouteDefinition> = new Set(
  Object.values(adminRoutes).map(({ definition }) => definition),
);

/** Role that the account must have; undefined where any account will do. An admin may do all that a curator may. */
function roleOf(definition: RouteDefinition): Role | undefined {
  if (ADMINS.has(definition) || /^\/(?:admin|audit)(?:\/|$)/.test(definition.path)) return "admin";
  return definition.path.startsWith("/curator/") ? "curator" : undefined;
}
