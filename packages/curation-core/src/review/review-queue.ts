/** The queue of drafts, in memory: it follows the store by the numbers of changes. */

import type { Store } from "@bourse/kernel";

import type { Actor } from "../actor.ts";
import {
  type DraftDocument,
  type DraftStatus,
  DRAFT_STATUSES,
  drafts,
} from "../drafts/draft-document.ts";
import { isoTime } from "../iso-time.ts";
import { invalid } from "../issue.ts";
import { createFollower } from "../ledger/follower.ts";
import { cursorInvalid, readPageCursor, writePageCursor } from "../page-cursor.ts";
import { type PageOf, limitOf } from "../page.ts";
import { tagKey } from "../text/tokens.ts";
import { QUEUE_SORTS, type QueueItem, type QueueQuery, type QueueSort } from "./queue-query.ts";

interface Entry {
  readonly item: QueueItem;
  readonly since: number;
  readonly tags: ReadonlySet<string>;
  readonly curator: string | null;
}

/** A place in an order: the key, ties by id. */
interface Place {
  readonly key: number;
  readonly id: string;
}

const KEYS: Readonly<Record<QueueSort, (entry: Entry) => number>> = {
  oldest: ({ since }) => since,
  newest: ({ since }) => -since,
  quality: ({ item }) => -item.quality_score,
};

export class ReviewQueue {
  readonly #catchUp: () => Promise<void>;
  readonly #statusOf = new Map<string, DraftStatus>();
  readonly #byStatus = new Map(
    DRAFT_STATUSES.map((status) => [status, new Map<string, Entry>()] as const),
  );

  constructor(store: Store) {
    this.#catchUp = createFollower(store, drafts, (draft) => this.#apply(draft)).catchUp;
  }

  /** @throws CurationError VALIDATION_ERROR, CURSOR_INVALID */
  async page(actor: Actor, query: QueueQuery): Promise<PageOf<QueueItem>> {
    checkQuery(query);
    await this.#catchUp();
    const { status, tag, min_quality = 0, assigned_to_me = false, sort = "oldest" } = query;
    const limit = limitOf(query);
    const binding = { status, tag, min_quality, assigned_to_me, sort, actor: actor.id };
    const after = query.cursor === undefined ? null : readPlace(binding, query.cursor);
    const keyOf = KEYS[sort];
    const wanted = tag === undefined ? null : tagKey(tag);
    const best: { readonly place: Place; readonly item: QueueItem }[] = [];
    for (const one of status === undefined ? (["pending", "in_review"] as const) : [status]) {
      for (const entry of this.#byStatus.get(one)!.values()) {
        const { item, tags, curator } = entry;
        if (item.quality_score < min_quality) continue;
        if (wanted !== null && !tags.has(wanted)) continue;
        if (assigned_to_me && curator !== actor.id) continue;
        const place = { key: keyOf(entry), id: item.id };
        if (after !== null && compare(place, after) <= 0) continue;
        keepBest(best, { place, item }, limit + 1);
      }
    }
    const shown = best.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = best.length > limit && last !== undefined;
    return {
      items: shown.map(({ item }) => item),
      next: hasMore ? writePageCursor(binding, `${last.place.key}:${last.place.id}`) : null,
    };
  }

  #apply(draft: DraftDocument): void {
    const before = this.#statusOf.get(draft.id);
    if (before !== undefined && before !== draft.status) {
      this.#byStatus.get(before)!.delete(draft.id);
    }
    this.#statusOf.set(draft.id, draft.status);
    this.#byStatus.get(draft.status)!.set(draft.id, entryOf(draft));
  }
}

/** Puts `one` in its place among the best `limit`, which stay sorted. */
function keepBest<T extends { readonly place: Place }>(best: T[], one: T, limit: number): void {
  const worst = best[limit - 1];
  if (worst !== undefined && compare(worst.place, one.place) <= 0) return;
  let at = best.length;
  while (at > 0 && compare(one.place, best[at - 1]!.place) < 0) at--;
  best.splice(at, 0, one);
  if (best.length > limit) best.pop();
}

function compare(one: Place, other: Place): number {
  if (one.key !== other.key) return one.key - other.key;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}

function readPlace(binding: object, cursor: string): Place {
  const text = readPageCursor(binding, cursor);
  const at = text.indexOf(":");
  const key = Number(text.slice(0, at));
  if (at < 1 || !Number.isFinite(key)) throw cursorInvalid();
  return { key, id: text.slice(at + 1) };
}

function checkQuery({ sort, status, min_quality = 0 }: QueueQuery): void {
  if (sort !== undefined && !QUEUE_SORTS.includes(sort)) {
    throw invalid(["query", "sort"], `must be one of ${QUEUE_SORTS.join(", ")}`, "enum");
  }
  if (status !== undefined && !DRAFT_STATUSES.includes(status)) {
    throw invalid(["query", "status"], `must be one of ${DRAFT_STATUSES.join(", ")}`, "enum");
  }
  if (!(min_quality >= 0 && min_quality <= 1)) {
    throw invalid(["query", "min_quality"], "must be a number from 0 to 1", "number");
  }
}

function entryOf(draft: DraftDocument): Entry {
  return {
    item: {
      id: draft.id,
      creator_wallet: draft.creator_wallet,
      question_text: draft.draft_data.question_text ?? null,
      status: draft.status,
      assigned_curator_name: draft.assigned_curator_name,
      quality_score: draft.quality_score,
      version: draft.version,
      created_at: isoTime(draft.created_at),
      submitted_at: isoTime(draft.submitted_at),
      claim_expires_at: isoTime(draft.claim_expires_at),
    },
    since: draft.submitted_at ?? draft.created_at,
    tags: new Set((draft.draft_data.topic_tags ?? []).map(tagKey)),
    curator: draft.assigned_curator_id,
  };
}
