/** Scores of a specification: each starts at 1; problems and missing fields are deducted, with a reason. */

import { textLength } from "@bourse/kernel";

import type { DraftData } from "../specification/draft-data.ts";
import type { Findings } from "./finding.ts";
import type { Scores } from "./scorer.ts";

type Kind = "quality" | "safety" | "clarity";

interface Deduction {
  readonly why: string;
  readonly from: Readonly<Partial<Record<Kind, number>>>;
  readonly when: (data: DraftData, codes: ReadonlySet<string>) => boolean;
}

const has = (code: string) => (_: DraftData, codes: ReadonlySet<string>) => codes.has(code);
const lacks = (field: keyof DraftData) => (data: DraftData) =>
  data[field] === undefined ||
  data[field] === "" ||
  (data[field] as { length?: number }).length === 0;

const DEDUCTIONS: readonly Deduction[] = [
  { why: "no question", from: { quality: 0.5, clarity: 0.6 }, when: has("missing") },
  { why: "question too short", from: { quality: 0.3, clarity: 0.4 }, when: has("too_short") },
  { why: "fewer than two outcomes", from: { quality: 0.3, clarity: 0.2 }, when: has("too_few") },
  {
    why: "labels that do not differ",
    from: { quality: 0.2, clarity: 0.3 },
    when: has("duplicate"),
  },
  { why: "shares that miss the fee", from: { quality: 0.1, safety: 0.1 }, when: has("fee_split") },
  { why: "times out of order", from: { quality: 0.2, clarity: 0.1 }, when: has("out_of_order") },
  { why: "a time in the past", from: { quality: 0.2, safety: 0.1 }, when: has("past") },
  { why: "no timeframe", from: { quality: 0.1, clarity: 0.25 }, when: has("no_timeframe") },
  { why: "no verifiable source", from: { quality: 0.15, safety: 0.3 }, when: has("no_source") },
  { why: "a deadline too soon", from: { quality: 0.05, safety: 0.15 }, when: has("deadline_soon") },
  { why: "a deadline far away", from: { quality: 0.05 }, when: has("deadline_far") },
  { why: "high fees", from: { quality: 0.1, safety: 0.15 }, when: has("high_fees") },
  { why: "nearly an open market", from: { quality: 0.25 }, when: has("near_duplicate") },
  { why: "no deadline", from: { quality: 0.1, clarity: 0.1 }, when: lacks("resolutionDeadline") },
  { why: "no summary", from: { quality: 0.05 }, when: lacks("summary") },
  { why: "no tags", from: { quality: 0.05 }, when: lacks("topicTags") },
  { why: "no trigger", from: { clarity: 0.15 }, when: lacks("triggerCondition") },
  { why: "no fallback", from: { safety: 0.1 }, when: lacks("fallbackLogic") },
  { why: "no invalidation clause", from: { safety: 0.1 }, when: lacks("invalidationClause") },
  {
    why: "a source without encryption",
    from: { safety: 0.1 },
    when: ({ resolutionSources = [] }) =>
      resolutionSources.some(({ sourceUrl }) => sourceUrl.startsWith("http:")),
  },
  {
    why: "no question mark",
    from: { clarity: 0.1 },
    when: ({ questionText = "" }) => !questionText.trimEnd().endsWith("?"),
  },
  {
    why: "a question of more than 200 characters",
    from: { clarity: 0.1 },
    when: ({ questionText = "" }) => textLength(questionText).all > 200,
  },
];

/** The rule engine's scores. Deterministic: equal data and findings give equal scores. */
export function scoreOf(data: DraftData, { errors, warnings }: Findings): Scores {
  const codes = new Set([...errors, ...warnings].map(({ code }) => code));
  const applied = DEDUCTIONS.filter(({ when }) => when(data, codes));
  const score = (kind: Kind): number => {
    const lost = applied.reduce((sum, { from }) => sum + (from[kind] ?? 0), 0);
    return Math.round(Math.max(0, 1 - lost) * 100) / 100;
  };
  return {
    qualityScore: score("quality"),
    safetyScore: score("safety"),
    clarityScore: score("clarity"),
    reasons: applied.map(({ why, from }) => `${why}: ${describe(from)}`),
  };
}

function describe(from: Deduction["from"]): string {
  return Object.entries(from)
    .map(([kind, lost]) => `${kind} −${lost}`)
    .join(", ");
}
