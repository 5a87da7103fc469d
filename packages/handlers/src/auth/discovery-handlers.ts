/** Handlers of the key set and of health, which need no credentials. */

import type { AuthCore, Registration } from "@bourse/auth-core";
import { reply, type Handlers } from "@bourse/contract";
import type { AuthDiscoveryApi, JsonWebKeySet } from "@bourse/contract/auth";
import { checkArguments, wholeNumber } from "@bourse/kernel";

import { coreWith, maybeFunction, serviceNames } from "../check-bound.ts";
import { refuseUnhealthy, soundHealth, type HealthFault } from "../health/refuse-unhealthy.ts";

/** Name and version that GET /health answers. */
export interface AuthServiceIdentity {
  /** Name of the service. Default `bourse-auth`. */
  readonly name: string;
  /** Version of the service. Default `0.0.0`. */
  readonly version: string;
  /** Logins may be kept in cookies. Default false. */
  readonly cookies: boolean;
  /** Passkeys are set up. Default false. */
  readonly passkeys: boolean;
  /** Registrations that the service takes. Default `open`. */
  readonly registration: Registration;
}

/**
 * Handlers for `bindApi(authDiscoveryApi, …)`.
 *
 * `keyCacheSeconds` is the `max-age` of the key set, default 60. It must not exceed the time for which a key is
 * published before it signs; otherwise verifiers would see tokens whose key is missing from their cache. GET /health
 * answers 503 with the reason that `fault` resolves to, default never.
 */
export function createAuthDiscoveryHandlers(
  core: Pick<AuthCore<string>, "signingKeys">,
  service: Partial<AuthServiceIdentity> = {},
  keyCacheSeconds = 60,
  fault: HealthFault = soundHealth,
): Handlers<AuthDiscoveryApi["routes"]> {
  const given = [core, service, keyCacheSeconds, fault];
  checkArguments("createAuthDiscoveryHandlers", RULES, given);
  const { name = "bourse-auth", version = "0.0.0", cookies = false, passkeys = false } = service;
  const { registration = "open" } = service;
  const headers = { "cache-control": `public, max-age=${keyCacheSeconds}` };
  return {
    // jose types the members of a key as optional; the core always sets them.
    jwks: () => reply(200, core.signingKeys.jwks() as JsonWebKeySet, headers),
    health: async () => {
      await refuseUnhealthy(fault);
      return {
        service: name,
        status: "ok",
        version,
        ...(cookies && { cookies }),
        ...(passkeys && { passkeys }),
        ...(registration !== "open" && { registration }),
      };
    },
  };
}

const RULES = {
  core: coreWith("signingKeys"),
  service: serviceNames,
  keyCacheSeconds: wholeNumber({ min: 0 }),
  fault: maybeFunction,
};
