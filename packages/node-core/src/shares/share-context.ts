/** What the steps of a share have in common. */

import type { Clock, Ids, Random, Store } from "@bourse/kernel";

import type { Address, DataHash } from "../address.ts";
import type { TransactionIntent, TransactionLane } from "../chain/port.ts";
import type { NodeEvents } from "../events/node-event.ts";
import type { Idempotency } from "../idempotency/index.ts";
import type { NodeIdentity } from "../identity/port.ts";
import type { PeerNetwork } from "../peers/port.ts";
import type { OpenEnvelope, SealEnvelope } from "../sealing/port.ts";
import type { SharePayment } from "./new-share.ts";
import type { SharedData } from "./share-view.ts";

/** The proof of a share: what the compliance contract is to record, and pay, in one transaction. */
export interface ShareProof {
  /** The intent's id. */
  readonly id: string;
  readonly dataHash: DataHash;
  /** `data_share`. */
  readonly eventType: string;
  readonly recipient: Address;
  readonly payment: SharePayment | null;
}

export interface ShareParts {
  readonly identity: NodeIdentity;
  /** Opened with `shareCollections` and `idempotencyCollections`, and with whatever the lane keeps. */
  readonly store: Store;
  readonly lane: TransactionLane;
  readonly peers: PeerNetwork;
  readonly events: NodeEvents;
  readonly idempotency: Idempotency;
  readonly seal: SealEnvelope;
  readonly open: OpenEnvelope;
  /**
   * The transaction that makes the proof. Looks first whether it can come to anything, so that a share that cannot be
   * paid is refused before anything is kept.
   * @throws NodeError INSUFFICIENT_FUNDS, TOKEN_UNSUPPORTED, CHAIN_UNAVAILABLE
   */
  readonly prove: (proof: ShareProof) => Promise<TransactionIntent>;
  /** Called with every proof that has come true, before it is answered: lets the index see it. Must not reject. */
  readonly afterProof: (share: SharedData) => Promise<void>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** For the jitter of deliveries. */
  readonly random: Random;
}

/** The event type of every proof that a share makes (seed 002, compliance event). */
export const SHARE_EVENT_TYPE = "data_share";

const INTENT_PREFIX = "share:";

export function intentIdOf(shareId: string): string {
  return INTENT_PREFIX + shareId;
}

/** The share behind a transaction of the lane; undefined for other transactions. */
export function shareIdOf(intentId: string): string | undefined {
  return intentId.startsWith(INTENT_PREFIX) ? intentId.slice(INTENT_PREFIX.length) : undefined;
}
