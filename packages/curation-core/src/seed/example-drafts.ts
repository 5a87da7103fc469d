/** Example drafts for demos; times are days from now. */

import type { DraftData } from "../specification/draft-data.ts";

/** State that the example ends in: a draft's or a market's. */
export type TargetState =
  | "draft"
  | "pending"
  | "in_review"
  | "changes_requested"
  | "rejected"
  | "withdrawn"
  | "active"
  | "pending_launch"
  | "locked"
  | "resolved"
  | "disputed"
  | "invalid";

export interface ExampleDraft {
  readonly target: TargetState;
  readonly deadlineDays: number;
  readonly data: DraftData;
}

const YES_NO = [{ label: "Yes" }, { label: "No" }];

function example(
  target: TargetState,
  deadlineDays: number,
  questionText: string,
  topicTags: readonly string[],
  source: string,
  more: DraftData = {},
): ExampleDraft {
  const resolutionSources = [{ sourceUrl: source, sourceType: "webpage" }] as const;
  const outcomes = YES_NO;
  const data = { questionText, topicTags, outcomes, resolutionSources, ...more };
  return { target, deadlineDays, data };
}

export const EXAMPLE_DRAFTS: readonly ExampleDraft[] = [
  example(
    "active",
    60,
    "Will Bitcoin close above 150,000 USD before the end of next month?",
    ["crypto", "bitcoin"],
    "https://www.coinbase.com/price/bitcoin",
    { summary: "The daily close at 00:00 UTC.", triggerCondition: "One daily close above it." },
  ),
  example(
    "active",
    120,
    "Which party will win the most seats in the next general election this year?",
    ["politics", "elections"],
    "https://www.bbc.com/news/politics",
    { outcomes: [{ label: "Labour" }, { label: "Conservatives" }, { label: "Another party" }] },
  ),
  example(
    "pending_launch",
    90,
    "Will the central bank cut its key rate by the end of the quarter?",
    ["economy", "rates"],
    "https://www.ecb.europa.eu/press/",
    { fallbackLogic: "The bank's own press release decides." },
  ),
  example(
    "locked",
    30,
    "Will the national team win its next home match this month?",
    ["sports", "football"],
    "https://www.uefa.com/",
  ),
  example(
    "resolved",
    40,
    "Will the new rocket reach orbit before the end of the quarter?",
    ["space"],
    "https://www.nasa.gov/news/",
  ),
  example(
    "disputed",
    45,
    "Will the film earn over 500 million USD within its first month?",
    ["entertainment", "film"],
    "https://www.boxofficemojo.com/",
  ),
  example(
    "invalid",
    50,
    "Will the two companies complete their merger by the end of the quarter?",
    ["business"],
    "https://www.reuters.com/business/",
  ),
  example(
    "pending",
    75,
    "Will average July temperatures set a new world record this year?",
    ["climate", "weather"],
    "https://climate.copernicus.eu/",
  ),
  example(
    "in_review",
    100,
    "Will the network activate its next upgrade before the end of the year?",
    ["crypto", "ethereum"],
    "https://blog.ethereum.org/",
  ),
  example(
    "changes_requested",
    80,
    "Will the company report record revenue?",
    ["business", "earnings"],
    "https://www.sec.gov/edgar",
  ),
  example(
    "rejected",
    20,
    "Will something surprising happen in technology?",
    ["technology"],
    "https://news.ycombinator.com/",
  ),
  example(
    "withdrawn",
    65,
    "Will the city host the next world exhibition by 2035?",
    ["culture"],
    "https://www.bie-paris.org/",
  ),
  { target: "draft", deadlineDays: 85, data: { questionText: "Will the festival sell out?" } },
];
