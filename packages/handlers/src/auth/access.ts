/** Access to the auth API: the rule of each route. */

import type { Permission } from "@bourse/auth-core";
import { PUBLIC, type AccessRule, type Proof, type RouteDefinition } from "@bourse/contract";

/**
 * Proofs that open a route. The permission counts for API keys; the holder of an access token has every one on its own
 * account.
 */
export function authAccess(definition: RouteDefinition): AccessRule {
  const { security, path } = definition;
  if (security === undefined) return IN_BODY.get(path) ?? PUBLIC;
  const right = permissionOf(definition);
  const own = [security].flat().map((name): Proof => {
    if (name === "bearer") return { by: "accessToken" };
    if (name === "operator") return { by: "operatorKey" };
    return right === undefined ? { by: "apiKey" } : { by: "apiKey", right };
  });
  return path === "/audit" ? [...own, { by: "operatorKey" }] : own;
}

const IN_BODY: ReadonlyMap<string, AccessRule> = new Map([
  ["/auth/login", [{ by: "body", right: "password" }]],
  ["/auth/login/factor", [{ by: "body", right: "challenge and code" }]],
  ["/auth/password/reset", [{ by: "body", right: "link" }]],
  ["/auth/email/verify", [{ by: "body", right: "link" }]],
  ["/auth/oidc/login", [{ by: "body", right: "code of a sign-in" }]],
  ["/auth/device/token", [{ by: "body", right: "device code" }]],
  ["/auth/refresh", [{ by: "body", right: "refresh token" }]],
  ["/auth/logout", [{ by: "body", right: "refresh token" }]],
]);

/** Permission that a key needs; undefined where any valid key will do. */
export function permissionOf({ method, path }: RouteDefinition): Permission | undefined {
  if (/^\/(?:auth\/api-keys|audit)(?:\/|$)/.test(path)) return "admin";
  if (path.startsWith("/billing/")) return "billing";
  if (/^\/(?:deployments|transactions)(?:\/|$)/.test(path))
    return method === "GET" ? "read" : "deploy";
  return undefined;
}
