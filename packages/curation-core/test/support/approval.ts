/** Traces of an approval in a store: all of it, or nothing. */
import type { Store } from "@bourse/kernel";

import { draftActions } from "../../src/drafts/draft-action.ts";
import { drafts } from "../../src/drafts/draft-document.ts";
import { curationEvents } from "../../src/ledger/curation-event.ts";
import { markets } from "../../src/markets/market-document.ts";
import { users } from "../../src/users/user-document.ts";

const ALL = { limit: 1000 } as const;

/** Traces of the approval of the only draft in the store. */
export async function traceOf(store: Store): Promise<readonly (boolean | string)[]> {
  const [draft, ...others] = (await store.find(drafts, ALL)).items.map(({ value }) => value);
  if (draft === undefined || others.length > 0) throw new Error("expected one draft");
  const made = (await store.find(markets, ALL)).items.map(({ value }) => value);
  const actions = (await store.find(draftActions, ALL)).items.map(({ value }) => value.action);
  const told = (await store.find(curationEvents, ALL)).items.map(({ value }) => value.type);
  const creator = await store.get(users, draft.creatorId);
  return [
    draft.status,
    draft.marketId !== null && draft.marketId === made[0]?.id && made.length === 1,
    draft.approvedAt !== null,
    actions.includes("claim"),
    actions.includes("approve"),
    told.includes("draft.decided"),
    told.includes("market.created"),
    creator?.value.totalMarketsCreated === 1,
  ];
}

export const NOTHING: readonly (boolean | string)[] = ["pending", ...Array<boolean>(7).fill(false)];
export const WHOLE: readonly (boolean | string)[] = ["approved", ...Array<boolean>(7).fill(true)];
