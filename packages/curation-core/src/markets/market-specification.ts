/** Conversion of a draft's data to a market's specification. */

import { DRAFT_DEFAULTS, type Amount, type DraftData } from "../specification/draft-data.ts";
import { toMilliseconds } from "../text/date-time.ts";
import type { MarketSpecification } from "./market.ts";

/** Fills in every default. The rule engine must have found no error in `data`; `newId` makes the ids of outcomes. */
export function marketSpecification(data: DraftData, newId: () => string): MarketSpecification {
  const outcomes = (data.outcomes ?? []).map(({ label, payoutWeight, displayOrder }, at) => ({
    id: newId(),
    label: label.trim(),
    payoutWeight: payoutWeight ?? 1,
    displayOrder: displayOrder ?? at,
  }));
  return {
    questionText: (data.questionText ?? "").trim(),
    summary: data.summary ?? null,
    topicTags: data.topicTags ?? [],
    externalLinks: data.externalLinks ?? [],
    outcomes: outcomes.toSorted((one, other) => one.displayOrder - other.displayOrder),
    primarySources: data.primarySources ?? [],
    triggerCondition: data.triggerCondition ?? null,
    fallbackLogic: data.fallbackLogic ?? null,
    invalidationClause: data.invalidationClause ?? null,
    resolutionSources: (data.resolutionSources ?? [])
      .map((source, at) => ({ ...source, priority: source.priority ?? at }))
      .toSorted((one, other) => one.priority - other.priority),
    tradingFeeBps: data.tradingFeeBps ?? DRAFT_DEFAULTS.tradingFeeBps,
    settlementFeeBps: data.settlementFeeBps ?? DRAFT_DEFAULTS.settlementFeeBps,
    feeSplitLpBps: data.feeSplitLpBps ?? DRAFT_DEFAULTS.feeSplitLpBps,
    feeSplitCreatorBps: data.feeSplitCreatorBps ?? DRAFT_DEFAULTS.feeSplitCreatorBps,
    feeSplitTreasuryBps: data.feeSplitTreasuryBps ?? DRAFT_DEFAULTS.feeSplitTreasuryBps,
    creatorStake: digits(data.creatorStake),
    proofBounty: digits(data.proofBounty),
    disputeBondMinimum: digits(data.disputeBondMinimum),
    openAt: toMilliseconds(data.openAt) ?? null,
    lockAt: toMilliseconds(data.lockAt) ?? null,
    resolutionDeadline: toMilliseconds(data.resolutionDeadline) ?? null,
    disputeWindowHours: data.disputeWindowHours ?? DRAFT_DEFAULTS.disputeWindowHours,
  };
}

function digits(amount: Amount | undefined): string {
  return amount === undefined ? "0" : String(amount);
}
