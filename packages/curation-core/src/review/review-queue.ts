/**
 * The in-memory queue of drafts. It reads on from the last change it has seen in the store. A page costs its own length
 * and the drafts that its filters skip, at any depth, and one look at the account of each curator who holds a claim.
 *
 * It keeps the stored states; a page shows them by the clock.
 *
 * Array positions below are within bounds, which the type system cannot see: hence the `!`.
 */

import type { Store } from "@bourse/kernel";

import type { Actor } from "../actor.ts";
import { type Claim, endedClaims } from "../drafts/draft-claim.ts";
import { type DraftDocument, drafts } from "../drafts/draft-document.ts";
import { invalid } from "../invalid.ts";
import { createFollower } from "../ledger/follower.ts";
import { DRAFT_STATUSES, type DraftStatus } from "../lifecycle/draft-statuses.ts";
import { type OrderPlace, SortedIndex, comparePlaces } from "../markets/sorted-index.ts";
import { cursorInvalid, readPageCursor, writePageCursor } from "../page-cursor.ts";
import { type PageOf, limitOf } from "../page.ts";
import { tagKey } from "../text/tokens.ts";
import { QUEUE_SORTS, type QueueItem, type QueueQuery, type QueueSort } from "./queue-query.ts";

interface Entry {
  readonly id: string;
  readonly item: QueueItem;
  readonly since: number;
  readonly tags: ReadonlySet<string>;
  readonly claim: Claim;
  /** False once the draft has gone with its author's account. */
  readonly isListed: boolean;
}

const KEYS: Readonly<Record<QueueSort, (entry: Entry) => number>> = {
  oldest: ({ since }) => since,
  newest: ({ since }) => -since,
  quality: ({ item }) => -item.qualityScore,
};

type Orders = Readonly<Record<QueueSort, SortedIndex<Entry>>>;

/** The queue of a store. */
export class ReviewQueue {
  /** Resolves when the queue holds everything that was committed before the call. */
  readonly catchUp: () => Promise<void>;
  readonly #entries: Entry[] = [];
  readonly #slotOf = new Map<string, number>();
  readonly #byStatus: ReadonlyMap<DraftStatus, Orders>;
  /** Number of stored claims of each curator. */
  readonly #holders = new Map<string | null, number>();
  readonly #store: Store;
  readonly #now: () => Promise<number>;

  /** `now` gives the time by which claims end. */
  constructor(store: Store, now: () => Promise<number>) {
    this.#store = store;
    this.#now = now;
    const entries = this.#entries;
    const ordersOf = (): Orders => ({
      oldest: new SortedIndex(entries, KEYS.oldest),
      newest: new SortedIndex(entries, KEYS.newest),
      quality: new SortedIndex(entries, KEYS.quality),
    });
    this.#byStatus = new Map(DRAFT_STATUSES.map((status) => [status, ordersOf()] as const));
    this.catchUp = createFollower(store, drafts, (draft) => this.#apply(draft)).catchUp;
  }

  /** One page of the queue. @throws CurationError VALIDATION_ERROR, CURSOR_INVALID */
  async page(actor: Actor, query: QueueQuery): Promise<PageOf<QueueItem>> {
    checkQuery(query);
    await this.catchUp();
    const { status, tag, minQuality = 0, assignedToMe = false, sort = "oldest" } = query;
    const limit = limitOf(query);
    const binding = { status, tag, minQuality, assignedToMe, sort, actor: actor.id };
    const after = query.cursor === undefined ? null : readPlace(binding, query.cursor);
    const wanted = tag === undefined ? null : tagKey(tag);
    const isEnded = await this.#endedClaims();
    const isWanted = ({ item, tags, claim }: Entry): boolean =>
      item.qualityScore >= minQuality &&
      (wanted === null || tags.has(wanted)) &&
      (status === undefined || status === (isEnded(claim) ? "pending" : item.status)) &&
      (!assignedToMe || (claim.assignedCuratorId === actor.id && !isEnded(claim)));
    const stored: readonly DraftStatus[] =
      status === undefined || status === "pending" ? ["pending", "in_review"] : [status];
    const found = stored
      .flatMap((one) => this.#take(this.#byStatus.get(one)![sort], after, isWanted, limit + 1))
      .map((entry) => ({ key: KEYS[sort](entry), id: entry.id, entry }))
      .toSorted(comparePlaces);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = found.length > limit && last !== undefined;
    return {
      items: shown.map(({ entry: { item, claim } }) =>
        isEnded(claim) ? { ...item, ...WAITING } : item,
      ),
      next: hasMore ? writePageCursor(binding, `${last.key}:${last.id}`) : null,
    };
  }

  /** Returns the ids of drafts whose claims have ended without an event that tells it. */
  async untoldEnds(): Promise<readonly string[]> {
    await this.catchUp();
    const isEnded = await this.#endedClaims();
    const { slots } = this.#byStatus.get("in_review")!.oldest;
    return slots
      .map((slot) => this.#entries[slot]!)
      .filter(({ claim }) => claim.isClaimOver !== true && isEnded(claim))
      .map(({ id }) => id);
  }

  async #endedClaims(): Promise<(claim: Claim) => boolean> {
    if (this.#holders.size === 0) return () => false;
    return await endedClaims(this.#store, await this.#now(), this.#holders.keys());
  }

  /** The first `limit` wanted entries of an order, after a position in it. */
  #take(
    order: SortedIndex<Entry>,
    after: OrderPlace | null,
    isWanted: (entry: Entry) => boolean,
    limit: number,
  ): readonly Entry[] {
    const taken: Entry[] = [];
    const { slots } = order;
    const start = after === null ? 0 : order.countBefore(after);
    for (let place = start; place < slots.length && taken.length < limit; place++) {
      const entry = this.#entries[slots[place]!]!;
      if (entry.id !== after?.id && isWanted(entry)) taken.push(entry);
    }
    return taken;
  }

  #apply(draft: DraftDocument): void {
    const known = this.#slotOf.get(draft.id);
    const slot = known ?? this.#entries.length;
    if (known !== undefined && this.#entries[slot]!.isListed) {
      const before = this.#byStatus.get(this.#entries[slot]!.item.status)!;
      for (const order of Object.values(before)) order.remove(slot);
      this.#countHolder(this.#entries[slot]!.claim, -1);
    }
    this.#slotOf.set(draft.id, slot);
    this.#entries[slot] = entryOf(draft);
    this.#countHolder(draft, 1);
    if (!this.#entries[slot]!.isListed) return;
    for (const order of Object.values(this.#byStatus.get(draft.status)!)) order.add(slot);
  }

  #countHolder({ status, assignedCuratorId }: Claim, by: 1 | -1): void {
    if (status !== "in_review") return;
    const count = (this.#holders.get(assignedCuratorId) ?? 0) + by;
    if (count > 0) this.#holders.set(assignedCuratorId, count);
    else this.#holders.delete(assignedCuratorId);
  }
}

/** The part of an item that shows that nobody holds the draft. */
const WAITING = {
  status: "pending",
  assignedCuratorName: null,
  claimExpiresAt: null,
} as const;

function readPlace(binding: object, cursor: string): OrderPlace {
  const text = readPageCursor(binding, cursor);
  const at = text.indexOf(":");
  const key = Number(text.slice(0, at));
  if (at < 1 || !Number.isFinite(key)) throw cursorInvalid();
  return { key, id: text.slice(at + 1) };
}

function checkQuery({ sort, status, minQuality = 0 }: QueueQuery): void {
  if (sort !== undefined && !QUEUE_SORTS.includes(sort)) {
    throw invalid(["query", "sort"], `must be one of ${QUEUE_SORTS.join(", ")}`, "enum");
  }
  if (status !== undefined && !DRAFT_STATUSES.includes(status)) {
    throw invalid(["query", "status"], `must be one of ${DRAFT_STATUSES.join(", ")}`, "enum");
  }
  if (!(minQuality >= 0 && minQuality <= 1)) {
    throw invalid(["query", "minQuality"], "must be a number from 0 to 1", "number");
  }
}

function entryOf(draft: DraftDocument): Entry {
  return {
    id: draft.id,
    item: {
      id: draft.id,
      creatorWallet: draft.creatorWallet,
      questionText: draft.draftData.questionText ?? null,
      status: draft.status,
      assignedCuratorName: draft.assignedCuratorName,
      qualityScore: draft.qualityScore,
      version: draft.version,
      createdAt: draft.createdAt,
      submittedAt: draft.submittedAt,
      claimExpiresAt: draft.claimExpiresAt,
    },
    isListed: draft.isErased !== true,
    since: draft.submittedAt ?? draft.createdAt,
    tags: new Set((draft.draftData.topicTags ?? []).map(tagKey)),
    claim: {
      status: draft.status,
      assignedCuratorId: draft.assignedCuratorId,
      claimExpiresAt: draft.claimExpiresAt,
      isClaimOver: draft.isClaimOver ?? false,
    },
  };
}
