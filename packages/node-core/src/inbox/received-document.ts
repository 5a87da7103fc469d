/**
 * Stored documents of received shares: one row for each with its envelope beside it, and the space that each sender
 * uses.
 */

import { defineCollection, type Collection, type Entity } from "@bourse/kernel";

import type { Address, DataHash, Hex } from "../address.ts";

/** Received share; its envelope stands beside the document. The id is `<sender>-<data hash>`. */
export interface ReceivedDataDocument extends Entity {
  readonly dataHash: DataHash;
  readonly sender: Address;
  /** Transaction of the proof, as the chain has it. */
  readonly txHash: Hex;
  /** Block of the proof. */
  readonly blockNumber: number;
  /** False after a reorganisation has removed the proof, until the chain has it again. */
  readonly verified: boolean;
  /** Length of the envelope. */
  readonly bytes: number;
  readonly receivedAt: number;
}

export const receivedData: Collection<
  ReceivedDataDocument,
  "by_hash" | "by_time" | "by_sender" | "by_verified" | "by_sender_verified" | "by_block"
> = defineCollection<ReceivedDataDocument>()({
  name: "received_data",
  indexes: {
    by_hash: { fields: ["dataHash", "verified"] },
    by_time: { fields: ["receivedAt"] },
    by_sender: { fields: ["sender", "receivedAt"] },
    by_verified: { fields: ["verified", "receivedAt"] },
    by_sender_verified: { fields: ["sender", "verified", "receivedAt"] },
    by_block: { fields: ["blockNumber"] },
  },
});

/** Sum of what is kept of one sender, or of all under the id `all`; changed in the transaction of its rows. */
export interface ReceivedUsageDocument extends Entity {
  readonly bytes: number;
  readonly count: number;
}

export const receivedUsage: Collection<ReceivedUsageDocument> =
  defineCollection<ReceivedUsageDocument>()({ name: "received_usage" });

export function receivedIdOf(sender: Address, dataHash: DataHash): string {
  return `${sender}-${dataHash}`;
}

/** Store collections of the inbox. */
export const inboxCollections: readonly Collection<Entity>[] = [receivedData, receivedUsage];
