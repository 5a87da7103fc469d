/** Port of an external scorer, such as a model. */

import type { DraftData } from "../specification/draft-data.ts";
import type { Findings } from "./finding.ts";

/** Scores of a specification, with their reasons. */
export interface Scores {
  /** Quality score, 0–1; 1 is best. */
  readonly qualityScore: number;
  /** Safety score, 0–1; 1 is best. */
  readonly safetyScore: number;
  /** Clarity score, 0–1; 1 is best. */
  readonly clarityScore: number;
  /** Explanation of each deduction. */
  readonly reasons: readonly string[];
}

/** Scores drafts in place of the rule engine. */
export interface DraftScorer {
  /**
   * Scores a specification, each time a draft is saved. `own` are the rule engine's scores; they are used when the
   * promise rejects or a score is not within 0–1.
   */
  score(
    draftData: DraftData,
    findings: Findings,
    own: Scores,
  ): Promise<Pick<Scores, "qualityScore" | "safetyScore" | "clarityScore">>;
}
