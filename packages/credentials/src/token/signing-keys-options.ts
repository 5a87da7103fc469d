/** Options of the set of signing keys, with their bounds and defaults. */

import {
  type Clock,
  type Ids,
  type Store,
  choiceOption,
  integerOption,
  portOption,
  resolveOptions,
  systemClock,
  systemIds,
} from "@bourse/kernel";

import { masterKeyOption } from "../master-key/master-key-option.ts";
import type { SigningAlgorithm } from "./key-material.ts";

/** Options of {@link openSigningKeys}. */
export interface SigningKeysOptions {
  /** Store that was opened with the collection `signingKeys`. */
  readonly store: Store;
  /** 32 bytes that encrypt the private keys in the store; the same on every replica. */
  readonly masterKey: Uint8Array;
  /** Algorithm of new keys. Default ES256, which every common verifier supports. */
  readonly algorithm?: SigningAlgorithm;
  /** Seconds for which a retired key still verifies: lifetime of the tokens plus clock skew. 1–86,460. Default 905. */
  readonly acceptSeconds?: number;
  /** Seconds for which a key must have been published before it may sign. 0–86,400. Default 60. */
  readonly publishSeconds?: number;
  /** Age in seconds at which `maintain` rotates the active key. 60–31,536,000. Default 90 days. */
  readonly rotateAfterSeconds?: number;
  /** Source of the time. Default: the system clock. */
  readonly clock?: Clock;
  /** Source of key ids. Default: random UUIDs. */
  readonly ids?: Ids;
}

/** The options in force. */
export type ResolvedSigningKeysOptions = Readonly<Required<SigningKeysOptions>>;

/** The options with their defaults. @throws KernelError OPTION_INVALID */
export function resolveSigningKeysOptions(given: SigningKeysOptions): ResolvedSigningKeysOptions {
  return resolveOptions("openSigningKeys", given, {
    store: portOption<Store>(["transaction", "find"]),
    masterKey: masterKeyOption,
    algorithm: choiceOption(["ES256", "EdDSA", "HS256"], { default: "ES256" }),
    acceptSeconds: integerOption({ min: 1, max: 86_460, default: 905 }),
    publishSeconds: integerOption({ min: 0, max: 86_400, default: 60 }),
    rotateAfterSeconds: integerOption({ min: 60, max: 31_536_000, default: 7_776_000 }),
    clock: portOption<Clock>(["now"], { default: systemClock }),
    ids: portOption<Ids>(["uuid"], { default: systemIds }),
  });
}
