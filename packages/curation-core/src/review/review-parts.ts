/** The parts that the acts of curators share. */

import type { Ids, Store } from "@bourse/kernel";

import type { DraftMoves } from "../drafts/draft-moves.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { FourEyes } from "../markets/second-person.ts";
import type { Assessor } from "../rules/assess.ts";
import type { WalletVerifier } from "../wallet/wallet-verifier.ts";
import type { ReviewQueue } from "./review-queue.ts";

/** The parts that the review is built from. */
export interface ReviewParts {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly queue: ReviewQueue;
  readonly moves: DraftMoves;
  readonly assessor: Pick<Assessor, "catchUp" | "requireComplete" | "review">;
  readonly verifier: Pick<WalletVerifier, "parse">;
  readonly fourEyes: FourEyes;
  /** Lifetime of a claim after the holder's last action. */
  readonly claimMilliseconds: number;
  readonly ids: Ids;
}

/** The parts that claims and decisions need inside their transaction. */
export type DecisionParts = Omit<ReviewParts, "store" | "ledger" | "queue">;
