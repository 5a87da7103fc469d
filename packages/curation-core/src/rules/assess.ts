/** A specification judged and scored: what a draft carries after every saving. */

import type { DraftData } from "../drafts/draft-data.ts";
import type { Draft } from "../drafts/draft.ts";
import { CurationError } from "../errors.ts";
import type { Finding } from "./finding.ts";
import { type NearDuplicate, findIn } from "./rule-engine.ts";
import { scoreOf } from "./score.ts";
import type { DraftScorer } from "./scorer.ts";

/** The part of a draft that is computed. */
export type Assessment = Pick<
  Draft,
  "qualityScore" | "safetyScore" | "clarityScore" | "validationErrors" | "validationWarnings"
>;

export interface Assessor {
  /** Before a transaction, for the scorer may take its time. */
  assess(data: DraftData): Promise<Assessment>;
  /** Errors alone, as of now. @throws CurationError DRAFT_INCOMPLETE */
  requireComplete(data: DraftData): void;
}

export interface AssessorParts {
  readonly now: () => number;
  readonly nearDuplicate: (question: string) => Promise<NearDuplicate | undefined>;
  readonly scorer: DraftScorer | undefined;
}

export function createAssessor({ now, nearDuplicate, scorer }: AssessorParts): Assessor {
  return Object.freeze({
    assess: async (data: DraftData): Promise<Assessment> => {
      const findings = findIn(data, {
        now: now(),
        nearDuplicate: await nearDuplicate(data.questionText ?? ""),
      });
      const own = scoreOf(data, findings);
      const { qualityScore, safetyScore, clarityScore } =
        (await scorer?.score(data, findings, own).then(within, () => undefined)) ?? own;
      return {
        qualityScore,
        safetyScore,
        clarityScore,
        validationErrors: findings.errors,
        validationWarnings: findings.warnings,
      };
    },
    requireComplete: (data: DraftData): void => {
      const { errors } = findIn(data, { now: now(), nearDuplicate: undefined });
      if (errors.length > 0) throw incomplete(errors);
    },
  });
}

type Given = Awaited<ReturnType<DraftScorer["score"]>>;

function within(given: Given): Given | undefined {
  const scores = [given.qualityScore, given.safetyScore, given.clarityScore];
  return scores.every((score) => score >= 0 && score <= 1) ? given : undefined;
}

function incomplete(errors: readonly Finding[]): CurationError {
  const issues = errors.map(({ field, code, message }) => ({
    loc: ["draftData", ...field.split(".")],
    msg: message,
    type: code,
  }));
  const message = `The draft cannot go on: ${errors.map((error) => error.message).join(" ")}`;
  return new CurationError("DRAFT_INCOMPLETE", message, { details: { issues } });
}
