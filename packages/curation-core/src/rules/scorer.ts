/** The port for scores from elsewhere, such as a model. */

import type { DraftData } from "../drafts/draft-data.ts";
import type { Findings } from "./finding.ts";

/** 0–1 each, and why: one sentence for every deduction. */
export interface Scores {
  readonly quality_score: number;
  readonly safety_score: number;
  readonly clarity_score: number;
  readonly reasons: readonly string[];
}

/** Asked at every saving. When it rejects, or answers outside the bounds, the rule engine's own scores stand. */
export interface DraftScorer {
  score(
    draftData: DraftData,
    findings: Findings,
    own: Scores,
  ): Promise<Pick<Scores, "quality_score" | "safety_score" | "clarity_score">>;
}
