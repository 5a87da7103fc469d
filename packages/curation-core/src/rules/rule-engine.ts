/**
 * The rules of specifications: errors stop a submission and an approval, and so do the warnings of
 * `acknowledgement.ts` until they are acknowledged.
 */

import { textLength } from "@bourse/kernel";

import { DRAFT_DEFAULTS, type DraftData } from "../specification/draft-data.ts";
import { toMilliseconds } from "../text/date-time.ts";
import { tagKey } from "../text/tokens.ts";
import type { Finding, Findings } from "./finding.ts";

/** An open market whose question is almost the same. */
export interface NearDuplicate {
  /** Id of the market. */
  readonly id: string;
  /** Question of the market. */
  readonly questionText: string;
  /** Jaccard similarity of the two questions' words, 0–1. */
  readonly similarity: number;
}

/** Facts outside the specification that rules depend on. */
export interface RuleContext {
  /** Current time in milliseconds since the epoch. */
  readonly now: number;
  /** The most similar open market; undefined when none is similar enough. */
  readonly nearDuplicate: NearDuplicate | undefined;
}

type Rule = (data: DraftData, context: RuleContext) => readonly Finding[];

const HOUR = 3_600_000;
const SIX_MONTHS = 183 * 24 * HOUR;
const MAX_FEES_BPS = 500;

/** Years, months and words that tell by when the question is decided. */
const TIMEFRAME =
  /\b(?:19|20)\d{2}\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\bq[1-4]\b|\b(?:by|before|until|within|during|today|tonight|tomorrow|week|weekend|month|quarter|year|season|end of)\b/i;

/** Applies all rules. Deterministic: equal data and context give equal findings in the same order. */
export function findIn(data: DraftData, context: RuleContext): Findings {
  const of = (rules: readonly Rule[]): readonly Finding[] =>
    rules.flatMap((rule) => rule(data, context));
  return { errors: of(ERRORS), warnings: of(WARNINGS) };
}

const question: Rule = ({ questionText = "" }) => {
  const length = textLength(questionText).visible;
  if (length === 0) return [finding("questionText", "missing", "A question is required.")];
  if (length >= 10) return [];
  return [finding("questionText", "too_short", "The question must have at least 10 characters.")];
};

const outcomes: Rule = ({ outcomes: given = [] }) => {
  if (given.length < 2) {
    return [
      finding("outcomes", "too_few", `At least 2 outcomes are required, found ${given.length}.`),
    ];
  }
  const keys = given.map(({ label }) => tagKey(label));
  return keys.flatMap((key, at) =>
    keys.indexOf(key) === at
      ? []
      : [finding(`outcomes.${at}.label`, "duplicate", "The labels of outcomes must differ.")],
  );
};

const topicTags: Rule = ({ topicTags: given = [] }) => {
  const keys = given.map(tagKey);
  return keys.flatMap((key, at) =>
    keys.indexOf(key) === at
      ? []
      : [
          finding(
            `topicTags.${at}`,
            "duplicate",
            "The tags must differ, in more than case and spaces.",
          ),
        ],
  );
};

const feeSplit: Rule = (data) => {
  const fees = { ...DRAFT_DEFAULTS, ...data };
  const sum = fees.feeSplitLpBps + fees.feeSplitCreatorBps + fees.feeSplitTreasuryBps;
  if (sum === fees.tradingFeeBps) return [];
  const message = `The three shares add up to ${sum} basis points, but the trading fee is ${fees.tradingFeeBps}.`;
  return [finding("tradingFeeBps", "fee_split", message)];
};

const TIMES = ["openAt", "lockAt", "resolutionDeadline"] as const;

const TIME_NAMES = {
  openAt: "opening time",
  lockAt: "closing time",
  resolutionDeadline: "resolution deadline",
} as const;

const timesInOrder: Rule = (data) => {
  const given = TIMES.flatMap((field) => {
    const time = toMilliseconds(data[field]);
    return time === undefined ? [] : [{ field, time }];
  });
  return given.slice(1).flatMap(({ field, time }, before) => {
    const previous = given[before];
    if (previous === undefined || time > previous.time) return [];
    const message = `The ${TIME_NAMES[field]} must come after the ${TIME_NAMES[previous.field]}.`;
    return [finding(field, "out_of_order", message)];
  });
};

const timesToCome: Rule = (data, { now }) =>
  (["lockAt", "resolutionDeadline"] as const).flatMap((field) => {
    const time = toMilliseconds(data[field]);
    if (time === undefined || time > now) return [];
    return [finding(field, "past", `The ${TIME_NAMES[field]} is in the past.`)];
  });

const timeframe: Rule = ({ questionText = "" }) =>
  TIMEFRAME.test(questionText)
    ? []
    : [finding("questionText", "no_timeframe", "The question does not say by when.")];

const sources: Rule = ({ resolutionSources = [], primarySources = [] }) =>
  resolutionSources.length + primarySources.length > 0
    ? []
    : [finding("resolutionSources", "no_source", "No source is given that curators could verify.")];

const deadline: Rule = ({ resolutionDeadline }, { now }) => {
  const time = toMilliseconds(resolutionDeadline);
  if (time === undefined) {
    return [finding("resolutionDeadline", "no_deadline", "No resolution deadline is given.")];
  }
  if (time <= now) return [];
  if (time - now < 24 * HOUR) {
    const message = "The deadline is less than 24 hours away.";
    return [finding("resolutionDeadline", "deadline_soon", message)];
  }
  if (time - now <= SIX_MONTHS) return [];
  return [finding("resolutionDeadline", "deadline_far", "The deadline is over 6 months away.")];
};

const totalFees: Rule = (data) => {
  const { tradingFeeBps, settlementFeeBps } = { ...DRAFT_DEFAULTS, ...data };
  const total = tradingFeeBps + settlementFeeBps;
  if (total <= MAX_FEES_BPS) return [];
  return [
    finding(
      "tradingFeeBps",
      "high_fees",
      `The fees add up to ${total / 100} %, which is more than 5 %.`,
    ),
  ];
};

const nearDuplicate: Rule = (_, { nearDuplicate: market }) => {
  if (market === undefined) return [];
  const message = `Market ${market.id} asks almost the same: "${market.questionText}"`;
  return [finding("questionText", "near_duplicate", message)];
};

const ERRORS: readonly Rule[] = [
  question,
  outcomes,
  topicTags,
  feeSplit,
  timesInOrder,
  timesToCome,
];
const WARNINGS: readonly Rule[] = [timeframe, sources, deadline, totalFees, nearDuplicate];

function finding(field: string, code: string, message: string): Finding {
  return { field, code, message };
}
