/** Authentication of requests, and the limit of changes by one account. */

import type { Authenticate } from "@bourse/contract";
import { CurationError, type Actor, type CurationCore } from "@bourse/curation-core";
import { absentOr, anyFunction, checkArguments, objectOf } from "@bourse/kernel";

import { coreWith } from "../check-bound.ts";

/** Rate limiter of changes by one account; the kernel's rate limiter implements it. */
export interface WriteLimiter {
  /** Counts one change by the account `key`, and tells whether it is allowed. */
  take(key: string): { readonly allowed: boolean; readonly retryAfterSeconds: number };
}

/** The account that makes a request; null on a public route without a token. */
export type Caller = Actor | null;

/**
 * Creates the option `authenticate` of `bindApi`. Requests that change something are counted by `writes`, if given.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function createCurationAuthenticator(
  core: Pick<CurationCore, "guard">,
  writes?: WriteLimiter,
): Authenticate<Caller> {
  const rules = { core: coreWith("guard"), writes: absentOr(objectOf({ take: anyFunction })) };
  checkArguments("createCurationAuthenticator", rules, [core, writes]);
  const { guard } = core;
  return async (scheme, credential, route) => {
    const header = credential === undefined ? undefined : `Bearer ${credential}`;
    if (scheme === "maybeBearer") return await guard.identifyOrNobody(header);
    const actor = await guard.identify(header);
    if (writes === undefined || route.definition.method === "GET") return actor;
    const { allowed, retryAfterSeconds } = writes.take(actor.id);
    if (allowed) return actor;
    const message = `Too many changes by this account; try again in ${Math.ceil(retryAfterSeconds)} s.`;
    throw new CurationError("RATE_LIMITED", message, { details: { retryAfterSeconds } });
  };
}

/** The caller of a route that requires a token. @throws CurationError UNAUTHORIZED */
export function known(caller: Caller): Actor {
  if (caller !== null) return caller;
  throw new CurationError(
    "UNAUTHORIZED",
    "An access token is required: send it as Authorization: Bearer …",
  );
}
