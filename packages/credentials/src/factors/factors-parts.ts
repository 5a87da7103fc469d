/** The parts that the acts on second factors share. */

import type { Clock, Ids, Store } from "@bourse/kernel";

import type { Origin } from "../origin/origin.ts";
import type { ChallengeSeal } from "../passkeys/challenge-seal.ts";
import type { RelyingParty } from "../passkeys/relying-party.ts";
import type { RefuseFactor } from "./factor-refusal.ts";
import type { LimitCodes } from "./factor-throttle.ts";

/** Called with the account, the factor and the client of a signature whose counter went back. */
export type ClonedPasskey = (userId: string, factorId: string, origin: Origin) => void;

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
  /** Called when a passkey signs whose counter went back: it has a double. */
  readonly cloned: ClonedPasskey;
  /** Days for which a device is remembered; 0 for none. */
  readonly rememberedDeviceDays: number;
  /** Makes the core's own errors. */
  readonly refuse: RefuseFactor;
}
