/** The parts that the acts on second factors share. */

import type { Clock, Ids, Store } from "@bourse/kernel";

import type { ChallengeSeal } from "../passkeys/challenge-seal.ts";
import type { RelyingParty } from "../passkeys/relying-party.ts";
import type { RefuseFactor } from "./factor-refusal.ts";
import type { LimitCodes } from "./factor-throttle.ts";

export interface FactorsParts {
  readonly store: Store;
  /** Key that seals the secrets of authenticators. */
  readonly key: Uint8Array;
  /** The site that passkeys belong to. */
  readonly party: RelyingParty;
  /** Challenges of passkeys. */
  readonly seal: ChallengeSeal;
  /** Name of the service in authenticators. */
  readonly service: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly limit: LimitCodes;
  /** Makes the core's own errors. */
  readonly refuse: RefuseFactor;
}
