/** Assessment of a specification: its findings and scores, made each time a draft is saved. */

import { CurationError } from "../errors.ts";
import type { DraftData } from "../specification/draft-data.ts";
import { type Acknowledgement, requireAcknowledged } from "./acknowledgement.ts";
import type { Finding, Findings } from "./finding.ts";
import { type NearDuplicate, findIn } from "./rule-engine.ts";
import { scoreOf } from "./score.ts";
import type { DraftScorer, Scores } from "./scorer.ts";

/** The computed part of a draft. */
export interface Assessment extends Pick<Scores, "qualityScore" | "safetyScore" | "clarityScore"> {
  readonly validationErrors: readonly Finding[];
  readonly validationWarnings: readonly Finding[];
}

/** Applies the rules and the scorer. */
export interface Assessor {
  /** Computes findings and scores. Called before the transaction, because the scorer may be slow. */
  assess(data: DraftData): Promise<Assessment>;
  /** Resolves when `review` knows every market that was committed before the call. */
  catchUp(): Promise<void>;
  /** Applies the rules without the scorer, inside a transaction: the scores stay those of the submission. */
  review(data: DraftData): Pick<Assessment, "validationErrors" | "validationWarnings">;
  /**
   * Checks that no rule finds an error now, and no warning that must be acknowledged and is not; returns the codes that
   * were found and acknowledged.
   *
   * @throws CurationError DRAFT_INCOMPLETE with one issue for each finding
   */
  requireComplete(data: DraftData, input: Acknowledgement): readonly string[];
}

/** The parts that an assessor is built from. */
export interface AssessorParts {
  readonly now: () => number;
  /** Resolves when `nearDuplicate` knows every market that was committed before the call. */
  readonly catchUp: () => Promise<void>;
  readonly nearDuplicate: (question: string) => NearDuplicate | undefined;
  readonly scorer: DraftScorer | undefined;
}

/** Creates the assessor of a core. */
export function createAssessor(parts: AssessorParts): Assessor {
  const { now, catchUp, scorer } = parts;
  const find = (data: DraftData): Findings =>
    findIn(data, {
      now: now(),
      nearDuplicate: parts.nearDuplicate(data.questionText ?? ""),
    });
  return Object.freeze({
    catchUp,
    review: (data: DraftData) => {
      const { errors, warnings } = find(data);
      return { validationErrors: errors, validationWarnings: warnings };
    },
    assess: async (data: DraftData): Promise<Assessment> => {
      await catchUp();
      const findings = find(data);
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
    requireComplete: (data: DraftData, input: Acknowledgement) => {
      const { errors, warnings } = findIn(data, { now: now(), nearDuplicate: undefined });
      if (errors.length > 0) throw incomplete(errors);
      return requireAcknowledged(warnings, input);
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
    loc: [
      "draftData",
      ...field.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
    ],
    msg: message,
    type: code,
  }));
  const message = `The draft is incomplete: ${errors.map((error) => error.message).join(" ")}`;
  return new CurationError("DRAFT_INCOMPLETE", message, { details: { issues } });
}
