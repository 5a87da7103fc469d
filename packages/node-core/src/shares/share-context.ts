/** Context that the steps of a share have in common. */

import type { Clock, Ids, Random, Store } from "@bourse/kernel";

import type { Address, DataHash } from "../address.ts";
import type { TransactionIntent, TransactionLane } from "../chain/port.ts";
import type { ActEvents } from "../events/act-events.ts";
import type { NodeEvents } from "../events/node-event.ts";
import type { Idempotency } from "../idempotency/index.ts";
import type { NodeIdentity } from "../identity/port.ts";
import type { PeerNetwork } from "../peers/port.ts";
import type { OpenEnvelope, SealEnvelope } from "../sealing/port.ts";
import type { SharePayment } from "./new-share.ts";
import type { SharedData } from "./share-view.ts";

/** Proof of a share: one transaction in which the compliance contract records it and pays for it. */
export interface ShareProof {
  /** Id of the intent. */
  readonly id: string;
  /** SHA-256 of the data. */
  readonly dataHash: DataHash;
  /** Event type of the record: `data_share`. */
  readonly eventType: string;
  /** Wallet address of the recipient. */
  readonly recipient: Address;
  /** Payment in the same transaction; null for none. */
  readonly payment: SharePayment | null;
}

/** Parts that shares are made of; options of {@link createShares}. */
export interface ShareParts {
  /** Identity of the node. */
  readonly identity: NodeIdentity;
  /** Store opened with `nodeCollections` and the collections of the lane. */
  readonly store: Store;
  /** Transactions of the node's wallet. */
  readonly lane: TransactionLane;
  /** Peer network of the node. */
  readonly peers: PeerNetwork;
  /** Event sink. */
  readonly events: NodeEvents;
  /** Receiver of the events in the transactions of the proofs. Default: none. */
  readonly acts?: ActEvents | undefined;
  /** Idempotency records. */
  readonly idempotency: Idempotency;
  /** Sealing function. */
  readonly seal: SealEnvelope;
  /** Opening function. */
  readonly open: OpenEnvelope;
  /** Returns received data by its hash; undefined without any. */
  readonly readReceived: (dataHash: DataHash) => Promise<Uint8Array | undefined>;
  /**
   * Returns the intent of the proof's transaction. It checks first that the wallet can pay, so that a share without
   * funds is refused before anything is stored.
   *
   * @throws NodeError INSUFFICIENT_FUNDS, TOKEN_UNSUPPORTED, CHAIN_UNAVAILABLE
   */
  readonly prove: (proof: ShareProof) => Promise<TransactionIntent>;
  /** Reports if new shares wait for a chain that is away. */
  readonly isAway: () => boolean;
  /** Called after every confirmed proof and before the answer, so that the index can read it. Must not reject. */
  readonly afterProof: (share: SharedData) => Promise<void>;
  /** Clock for delivery times and timeouts. */
  readonly clock: Clock;
  /** Generator of share ids. */
  readonly ids: Ids;
  /** Random numbers for the jitter of deliveries. */
  readonly random: Random;
}

/** Event type of the proofs of shares. */
export const SHARE_EVENT_TYPE = "data_share";

const INTENT_PREFIX = "share:";

export function intentIdOf(shareId: string): string {
  return INTENT_PREFIX + shareId;
}

/** The share behind a transaction of the lane; undefined for other transactions. */
export function shareIdOf(intentId: string): string | undefined {
  return intentId.startsWith(INTENT_PREFIX) ? intentId.slice(INTENT_PREFIX.length) : undefined;
}
