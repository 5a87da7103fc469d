/** The parts that the acts on drafts share. */

import type { Ids, Store } from "@bourse/kernel";

import type { Ledger } from "../ledger/ledger.ts";
import type { Assessor } from "../rules/assess.ts";
import type { DraftMoves } from "./draft-moves.ts";

/** The parts that drafts are built from. */
export interface DraftsParts {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly moves: DraftMoves;
  readonly assessor: Assessor;
  /** Lifetime of a claim after the holder's last action. */
  readonly claimMilliseconds: number;
  /** Maximum number of drafts of one author that are neither decided nor withdrawn. */
  readonly openDraftsPerAuthor: number;
  readonly ids: Ids;
}
