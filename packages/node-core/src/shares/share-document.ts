/**
 * Stored documents of shares: one row for each, and the sealed bytes apart from it, deleted once they are delivered.
 */

import { defineCollection, type Collection, type Entity } from "@bourse/kernel";

import type { Address, DataHash, Hex } from "../address.ts";

/**
 * sealed (durable here, the proof is journalled) → proved (proof and payment are on the chain) → delivered (the
 * recipient's node has it durably). waiting: proved, but nobody has announced the recipient's key yet.
 */
export type ShareStatus = "sealed" | "proved" | "delivered" | "waiting";

/** One share of this node. Times are milliseconds UTC. */
export interface ShareDocument extends Entity {
  readonly dataHash: DataHash;
  readonly recipient: Address;
  readonly status: ShareStatus;
  /** Bytes of the data. */
  readonly bytes: number;
  /** Payment of the share; null for none, absent in shares of earlier releases. */
  readonly payment?: {
    readonly token: Address;
    /** Smallest unit, decimal. */
    readonly amount: string;
    readonly payer: "sender" | "recipient";
  } | null;
  /** Id of the proof's transaction in the wallet's lane. */
  readonly intentId: string;
  readonly txHash: Hex | null;
  readonly createdAt: number;
  /** Time at which the proof was final, and at which the recipient's node had it; absent before, and in old rows. */
  readonly provedAt?: number | null;
  readonly deliveredAt?: number | null;
  /** The idempotency record to finish; null without a key. */
  readonly requestId: string | null;
  /** The encryption key of the recipient that the envelope is sealed to; null while there is no envelope. */
  readonly sealedTo: Hex | null;
  /** Deliveries tried. */
  readonly tries: number;
  /**
   * Time at which the next delivery is due, in milliseconds UTC; null when there is nothing to deliver (yet, or any
   * more).
   */
  readonly nextTryAt: number | null;
  /** Reason for which the recipient's node refused the share for good; null otherwise. */
  readonly refusal: string | null;
}

export const shareDocuments: Collection<
  ShareDocument,
  "by_creation" | "by_status" | "by_recipient" | "by_hash" | "by_data" | "by_due"
> = defineCollection<ShareDocument>()({
  name: "shares",
  indexes: {
    by_creation: { fields: ["createdAt"] },
    by_status: { fields: ["status", "createdAt"] },
    by_recipient: { fields: ["recipient", "status", "createdAt"] },
    by_hash: { fields: ["dataHash"] },
    by_data: { fields: ["dataHash", "createdAt"] },
    by_due: { fields: ["nextTryAt"] },
  },
});

/**
 * The data of own shares, sealed to this node itself: the envelope stands beside the document. The id is the data
 * hash: data shared twice is kept once.
 */
export const ownData: Collection<Entity> = defineCollection<Entity>()({ name: "own_data" });

/** Bytes to deliver, sealed to the recipient, beside the document. The id is the share's; deleted once delivered. */
export const outgoingEnvelopes: Collection<Entity> = defineCollection<Entity>()({
  name: "outgoing_envelopes",
});

/** Store collections of shares. */
export const shareCollections: readonly Collection<Entity>[] = [
  shareDocuments,
  ownData,
  outgoingEnvelopes,
];
