/** Every route of `@bourse/contract/curation`, implemented over the core. */

import { bindApi, type BindOptions, type BoundRoute, type Handlers } from "@bourse/contract";
import { curationApi, curationHealthApi, type CurationApi } from "@bourse/contract/curation";
import type { CurationCore } from "@bourse/curation-core";
import { createRateLimiter, systemClock, type Clock } from "@bourse/kernel";

import { accountHandlers } from "./account-handlers.ts";
import { createCurationAuthenticator, type Caller } from "./authenticate.ts";
import { curatorHandlers } from "./curator-handlers.ts";
import { draftHandlers } from "./draft-handlers.ts";
import { marketHandlers } from "./market-handlers.ts";
import { translateCurationError } from "./translate.ts";

export type CurationHandlers = Handlers<CurationApi["routes"], Caller>;

/** What GET /health says. */
export interface CurationServiceIdentity {
  /** Default `bourse-curation`. */
  readonly name: string;
  /** Default `0.0.0`. */
  readonly version: string;
}

export interface BindCurationOptions extends Omit<
  BindOptions<Caller>,
  "translate" | "authenticate"
> {
  readonly service?: Partial<CurationServiceIdentity>;
  /** Changes that one user may make in a minute, 1–1,000,000. Default 600. */
  readonly writesPerMinute?: number;
  /** Of heartbeats and the limit. Default: the system's. */
  readonly clock?: Clock;
}

/**
 * One handler a route, for `bindApi` or `fetchHandler`; give them {@link translateCurationError} and
 * {@link createCurationAuthenticator} too.
 */
export function createCurationHandlers(
  core: CurationCore,
  clock: Clock = systemClock,
): CurationHandlers {
  return {
    ...accountHandlers(core),
    ...draftHandlers(core),
    ...curatorHandlers(core, clock),
    ...marketHandlers(core),
  };
}

/** The routes of the curation API over a core, and health beside them: ready for `createHttpServer` or a mock. */
export function bindCurationApi(
  core: CurationCore,
  options: BindCurationOptions = {},
): readonly BoundRoute[] {
  const { service = {}, writesPerMinute = 600, clock = systemClock, ...bind } = options;
  const { name = "bourse-curation", version = "0.0.0" } = service;
  const translate = translateCurationError;
  const writes = createRateLimiter({ limit: writesPerMinute, periodMilliseconds: 60_000, clock });
  return [
    ...bindApi(curationApi, createCurationHandlers(core, clock), {
      ...bind,
      translate,
      authenticate: createCurationAuthenticator(core, writes),
    }),
    ...bindApi(curationHealthApi, {
      health: () => ({ service: name, status: "ok" as const, version }),
    }),
  ];
}
