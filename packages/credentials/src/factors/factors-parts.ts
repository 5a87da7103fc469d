/** The parts that the acts on second factors share. */

import type { Clock, Ids, Store } from "@bourse/kernel";

import type { RefuseFactor } from "./factor-refusal.ts";
import type { LimitCodes } from "./factor-throttle.ts";

export interface FactorsParts {
  readonly store: Store;
  /** Key that seals the secrets of authenticators. */
  readonly key: Uint8Array;
  /** Name of the service in authenticator apps. */
  readonly service: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly limit: LimitCodes;
  /** Makes the core's own errors. */
  readonly refuse: RefuseFactor;
}
