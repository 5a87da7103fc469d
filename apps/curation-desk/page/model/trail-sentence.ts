/** Entries of a trail as sentences that a stranger understands: who did what, to which version, knowing what. */

import type { DraftAction, MarketAction } from "@bourse/contract/curation";

const DRAFT: Readonly<Record<DraftAction["action"], (version: number) => string>> = {
  submit: (version) => `submitted version ${version} for review`,
  claim: (version) => `took version ${version} to review it`,
  release: () => "gave the draft back to the queue",
  comment: () => "commented",
  request_changes: (version) => `asked for changes of version ${version}`,
  approve: (version) => `approved version ${version}, which became a market`,
  reject: (version) => `rejected version ${version}, which is final`,
  edit: (version) => (version === 1 ? "wrote the draft" : `saved version ${version}`),
  withdraw: () => "withdrew the draft, which is final",
  takeover: () => "took the review over from a curator whose time had ended",
};

const WITHOUT: Readonly<Record<string, string>> = {
  no_deadline: "it has no deadline",
  no_source: "it has no source",
};

/** An entry of a draft's trail, without the name in front. */
export function draftSentence(entry: DraftAction): string {
  const { acknowledged_warnings: known = [], self_reviewed: isOwn } = entry;
  const said = known.map((code) => WITHOUT[code] ?? code.replaceAll("_", " ")).join(" and that ");
  return [
    DRAFT[entry.action](entry.version),
    ...(said === "" ? [] : [`knowing that ${said}`]),
    ...(isOwn ? ["as an admin, about an own draft"] : []),
  ].join(", ");
}

const MARKET: Readonly<Record<string, string>> = {
  create: "made the market by approving its draft",
  launch: "opened the market",
  lock: "ended trading",
  resolve: "declared the outcome",
  invalidate: "declared the market invalid",
  dispute: "disputed the outcome",
  amend: "amended the market",
};

/** An entry of a market's trail, without the name in front. */
export function marketSentence({ action, to_state }: MarketAction): string {
  return MARKET[action] ?? `${action}: the market is ${to_state.replaceAll("_", " ")} now`;
}

/** Version about which a curator decided last; undefined before the first decision. */
export function reviewedVersion(trail: readonly DraftAction[]): number | undefined {
  return trail.findLast(({ action }) => action === "request_changes")?.version;
}
