/** The port for scores from elsewhere, such as a model. */

import type { DraftData } from "../drafts/draft-data.ts";
import type { Findings } from "./finding.ts";

/** 0–1 each, and why: one sentence for every deduction. */
export interface Scores {
  readonly qualityScore: number;
  readonly safetyScore: number;
  readonly clarityScore: number;
  readonly reasons: readonly string[];
}

/** Asked at every saving. When it rejects, or answers outside the bounds, the rule engine's own scores stand. */
export interface DraftScorer {
  score(
    draftData: DraftData,
    findings: Findings,
    own: Scores,
  ): Promise<Pick<Scores, "qualityScore" | "safetyScore" | "clarityScore">>;
}
