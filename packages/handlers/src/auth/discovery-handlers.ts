/** The key set and health: what anyone may ask. */

import type { AuthCore } from "@bourse/auth-core";
import { reply, type Handlers } from "@bourse/contract";
import type { AuthDiscoveryApi, JsonWebKeySet } from "@bourse/contract/auth";

/** What GET /health says. */
export interface AuthServiceIdentity {
  /** Default `bourse-auth`. */
  readonly name: string;
  /** Default `0.0.0`. */
  readonly version: string;
}

/**
 * For `bindApi(authDiscoveryApi, …)`.
 *
 * The key set may be cached for `keyCacheSeconds`. Default 60: no longer than a key is published before it signs, so
 * that no verifier meets a token whose key its cache lacks.
 */
export function createAuthDiscoveryHandlers(
  core: Pick<AuthCore, "signingKeys">,
  service: Partial<AuthServiceIdentity> = {},
  keyCacheSeconds = 60,
): Handlers<AuthDiscoveryApi["routes"]> {
  const { name = "bourse-auth", version = "0.0.0" } = service;
  const headers = { "cache-control": `public, max-age=${keyCacheSeconds}` };
  return {
    // jose types the members of a key as optional; the core fills them in.
    jwks: () => reply(200, core.signingKeys.jwks() as JsonWebKeySet, headers),
    health: () => ({ service: name, status: "ok", version }),
  };
}
