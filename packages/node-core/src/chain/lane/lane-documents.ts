/**
 * Documents of the lane beside its transactions: the chain on which it last ran, and transactions on the chain that it
 * does not know.
 */
import { defineCollection, type Collection, type Entity } from "@bourse/kernel";

import type { Hex } from "../../address.ts";

/** The id is the lane's. */
export interface LaneDocument extends Entity {
  /** Place of the store at the last start; null where places are not told apart. */
  readonly home: string | null;
  /** Nonces below are not given out: others used them before this journal began, or since a copy of it was taken. */
  readonly nextNonce: number;
  /** Comparison with the chain that is under way; null without one. */
  readonly comparison: Comparison | null;
}

/**
 * Comparison of the journal with a chain that may know more. It waits until every nonce below the fence is used for
 * good, so that nothing that others have signed under them can be executed later.
 */
export interface Comparison {
  /** The lowest nonce that the journal may not know the transaction of. */
  readonly from: number;
  /** Number of nonces to give up behind the chain's own: as many as the lost journal may have had in flight. */
  readonly margin: number;
  /** Nonces below are to be used up; null until the chain was read often enough. */
  readonly fence: number | null;
}

export const laneDocuments: Collection<LaneDocument> = defineCollection<LaneDocument>()({
  name: "chain_lanes",
});

/** Transaction of the wallet on the chain that the journal does not know; the id is the lane and the nonce. */
export interface UnknownTransaction extends Entity {
  readonly lane: string;
  readonly nonce: number;
  readonly hash: Hex;
  /** Digest of payee, value and call data. */
  readonly content: string;
  readonly blockNumber: number;
  /** Milliseconds since the epoch. */
  readonly seenAt: number;
}

export const unknownTransactions: Collection<UnknownTransaction, "by_lane"> =
  defineCollection<UnknownTransaction>()({
    name: "chain_unknown_transactions",
    indexes: { by_lane: { fields: ["lane", "seenAt"] } },
  });
