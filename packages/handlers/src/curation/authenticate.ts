/** Who calls: read from the store for every request, and counted where the request changes something. */

import type { Authenticate } from "@bourse/contract";
import { CurationError, type Actor, type CurationCore } from "@bourse/curation-core";

/** Counts the writes of one user; the kernel's limiter fits. */
export interface WriteLimiter {
  take(key: string): { readonly allowed: boolean; readonly retryAfterSeconds: number };
}

/** Who calls; null for nobody, on routes that are open. */
export type Caller = Actor | null;

/** For `bindApi(curationApi, …)`. */
export function createCurationAuthenticator(
  { guard }: Pick<CurationCore, "guard">,
  writes?: WriteLimiter,
): Authenticate<Caller> {
  return async (scheme, credential, route) => {
    const header = credential === undefined ? undefined : `Bearer ${credential}`;
    if (scheme === "maybeBearer") return await guard.identifyOrNobody(header);
    const actor = await guard.identify(header);
    if (writes === undefined || route.definition.method === "GET") return actor;
    const { allowed, retryAfterSeconds } = writes.take(actor.id);
    if (allowed) return actor;
    const message = `Too many changes by one user; wait ${Math.ceil(retryAfterSeconds)} s.`;
    throw new CurationError("RATE_LIMITED", message, { details: { retryAfterSeconds } });
  };
}

/** The caller of a route that asks for a token. @throws CurationError UNAUTHORIZED */
export function known(caller: Caller): Actor {
  if (caller !== null) return caller;
  throw new CurationError("UNAUTHORIZED", "Send an access token as Authorization: Bearer.");
}
