/** A market as it is stored. Its state also depends on the clock: see `effectiveState`. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

import type { Dispute, Market, Outcome } from "./market.ts";

/** A stored market. Times are milliseconds since the epoch. */
export interface MarketDocument extends Entity, Omit<Market, "outcomes" | "revision"> {
  readonly id: string;
  readonly outcomes: readonly Outcome[];
  /** Id of the account that created the draft. */
  readonly creatorId: string;
  /** Comparable form of `creatorWallet`. */
  readonly creatorWalletKey: string | null;
  /** The state that was written last; the clock may have moved it on. */
  readonly state: Market["state"];
  /** Time of the last change. */
  readonly updatedAt: number;
  /** The last dispute; null without one. */
  readonly dispute: Dispute | null;
  /** Sequence number of the last change; the index reads on from the highest it has seen. */
  readonly change: number;
}

/** The collection of markets. */
export const markets: Collection<MarketDocument, "by_draft" | "by_creator" | "by_change"> =
  defineCollection<MarketDocument>()({
    name: "markets",
    indexes: {
      // Unique: the store itself refuses a second market of a draft.
      by_draft: { fields: ["draftId"], unique: true },
      by_creator: { fields: ["creatorId", "createdAt"] },
      by_change: { fields: ["change"], unique: true },
    },
  });
