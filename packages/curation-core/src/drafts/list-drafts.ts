/** The author's own drafts in pages, newest first, with their states by the clock. */

import type { Page, Store } from "@bourse/kernel";

import { invalid } from "../invalid.ts";
import { DRAFT_STATUSES, type DraftStatus } from "../lifecycle/draft-statuses.ts";
import { cursorInvalid, readPageCursor, writePageCursor } from "../page-cursor.ts";
import { type PageOf, type PageQuery, limitOf, pageOf } from "../page.ts";
import { atTheirTime } from "./draft-claim.ts";
import { type DraftDocument, drafts } from "./draft-document.ts";
import { draftView } from "./draft-view.ts";
import { type Draft } from "./draft.ts";

/** Filter and page of the author's drafts. */
export interface DraftQuery extends PageQuery {
  /** State of the drafts, by the clock. Default: every state. */
  readonly status?: DraftStatus;
}

/** The parts that the list is read from. */
export interface ListDraftsParts {
  readonly store: Store;
  /** Time by which claims end. */
  readonly now: () => Promise<number>;
}

/** A position in the list. */
type Place = Pick<DraftDocument, "createdAt" | "id">;

/** One page of an author's drafts. @throws CurationError VALIDATION_ERROR, CURSOR_INVALID */
export async function listDrafts(
  parts: ListDraftsParts,
  creatorId: string,
  query: DraftQuery,
): Promise<PageOf<Draft>> {
  const { status, cursor } = query;
  if (status !== undefined && !DRAFT_STATUSES.includes(status)) {
    throw invalid(["query", "status"], `must be one of ${DRAFT_STATUSES.join(", ")}`, "enum");
  }
  if (status === "pending" || status === "in_review") {
    return await listByClock(parts, creatorId, { ...query, status });
  }
  const page = { limit: limitOf(query), order: "desc", ...(cursor && { cursor }) } as const;
  const stored = await pageOf(
    status === undefined
      ? parts.store.find(drafts, { index: "by_creator", equals: [creatorId], ...page })
      : parts.store.find(drafts, {
          index: "by_creator_status",
          equals: [creatorId, status],
          ...page,
        }),
    (draft) => draft,
  );
  const items = await atTheirTime(parts.store, parts.now, stored.items);
  return { items: items.map(draftView), next: stored.next };
}

/**
 * A page of the drafts that wait or are in review. The stored state does not tell these two apart once a claim has
 * ended, so all that are stored in review are read: as many as an author may have open, at most.
 */
async function listByClock(
  { store, now }: ListDraftsParts,
  creatorId: string,
  query: DraftQuery & { readonly status: "pending" | "in_review" },
): Promise<PageOf<Draft>> {
  const { status, cursor } = query;
  const limit = limitOf(query);
  const binding = { creatorId, status };
  const before = cursor === undefined ? null : readPlace(binding, cursor);
  const claimed: DraftDocument[] = [];
  for await (const draft of newestFirst(store, [creatorId, "in_review"], before)) {
    claimed.push(draft);
  }
  const found = (await atTheirTime(store, now, claimed)).filter((draft) => draft.status === status);
  if (status === "pending") {
    let taken = 0;
    for await (const draft of newestFirst(store, [creatorId, "pending"], before)) {
      found.push(draft);
      if (++taken > limit) break;
    }
  }
  found.sort((one, other) => (isBehind(one, other) ? 1 : -1));
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return {
    items: shown.map(draftView),
    next: hasMore ? writePageCursor(binding, `${last.createdAt}:${last.id}`) : null,
  };
}

async function* newestFirst(
  store: Store,
  equals: readonly [creatorId: string, status: DraftStatus],
  before: Place | null,
): AsyncGenerator<DraftDocument, void> {
  const range = before === null ? {} : { range: { lte: before.createdAt } };
  const all = { index: "by_creator_status", equals, order: "desc", ...range } as const;
  let cursor: string | null = null;
  do {
    const page: Page<DraftDocument> = await store.find(
      drafts,
      cursor === null ? all : { ...all, cursor },
    );
    for (const { value } of page.items) {
      if (before === null || isBehind(value, before)) yield value;
    }
    cursor = page.next;
  } while (cursor !== null);
}

/** True when `one` comes after `other`, newest first: it is older, or of the same time with a lower id. */
function isBehind(one: Place, other: Place): boolean {
  return (
    one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id)
  );
}

function readPlace(binding: object, cursor: string): Place {
  const text = readPageCursor(binding, cursor);
  const at = text.indexOf(":");
  const createdAt = Number(text.slice(0, at));
  if (at < 1 || !Number.isFinite(createdAt)) throw cursorInvalid();
  return { createdAt, id: text.slice(at + 1) };
}
