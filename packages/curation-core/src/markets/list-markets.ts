/** Pages of market lists, computed from the index alone. */

import { type Actor, isCurator } from "../actor.ts";
import { invalid } from "../invalid.ts";
import { MARKET_STATES, type MarketState, PUBLIC_STATES } from "../lifecycle/market-states.ts";
import { cursorInvalid, readPageCursor, writePageCursor } from "../page-cursor.ts";
import { limitOf } from "../page.ts";
import { type SearchTerm, searchTermsOf } from "../text/tokens.ts";
import type { BitSet } from "./bit-set.ts";
import type { MarketIndex } from "./market-index.ts";
import {
  MARKET_SORTS,
  type MarketPage,
  type MarketQuery,
  type MarketSort,
} from "./market-query.ts";
import { type PageStart, rankedSlots } from "./ranking.ts";
import { bestOfClasses } from "./score-classes.ts";

/** A query whose `creator` is already the comparable form of a wallet address. */
export interface ListRequest extends MarketQuery {
  readonly states: readonly MarketState[];
}

/** All slots in one direction of an order. */
interface Walk {
  readonly length: number;
  readonly slotAt: (place: number) => number;
  readonly placeOf: (slot: number) => number;
}

/** One page of markets that `actor` may see. @throws CurationError VALIDATION_ERROR, CURSOR_INVALID */
export function listMarkets(
  index: MarketIndex,
  actor: Actor | null,
  ownKey: string | null,
  query: ListRequest,
): MarketPage {
  checkQuery(query);
  const { tags = [], search, creator, sortBy, order = "desc", offset = 0, cursor } = query;
  const words = search === undefined ? [] : searchTermsOf(search);
  // A text without any word, such as "%", is contained in no market.
  if (search !== undefined && words.length === 0) {
    if (cursor !== undefined) throw cursorInvalid();
    return { items: [], next: null, total: 0 };
  }
  const states = query.states.filter(
    (state) => PUBLIC_STATES.includes(state) || isCurator(actor) || isOwn(creator, ownKey),
  );
  const found = index.matches({ states, tags, words, creator });
  const isRanked = words.length > 0 && sortBy === undefined;
  const binding = { tags, search, creator, sortBy, order, states: query.states };
  const after = cursor === undefined ? undefined : slotOf(index, binding, cursor);
  const skip = after === undefined ? offset : 0;
  const limit = limitOf(query) + 1;
  const slots = isRanked
    ? bestSlots(index, found, words, { after, skip }, limit)
    : sortedSlots(sortedWalk(index, sortBy ?? "createdAt", order), found, { after, skip }, limit);
  const shown = slots.slice(0, limitOf(query));
  const last = shown.at(-1);
  const hasMore = slots.length > shown.length && last !== undefined;
  return {
    items: shown.map((slot) => index.entries[slot]!.item),
    next: hasMore ? writePageCursor(binding, index.entries[last]!.id) : null,
    total: found.size,
  };
}

function bestSlots(
  index: MarketIndex,
  found: BitSet,
  words: readonly SearchTerm[],
  { after, skip }: PageStart,
  limit: number,
): number[] {
  const place =
    after === undefined ? undefined : { slot: after, score: index.scoreOf(after, words) };
  const start = { after: place, skip };
  const [word] = words;
  const classes =
    words.length === 1 && word !== undefined ? index.scoreClasses(found, word) : undefined;
  return classes === undefined
    ? rankedSlots(index.ranking(found, words), start, limit)
    : bestOfClasses(classes, index.byTime, start, limit);
}

function isOwn(creator: string | undefined, ownKey: string | null): boolean {
  return creator !== undefined && creator === ownKey;
}

function checkQuery({
  state,
  sortBy,
  order,
  offset = 0,
  tags = [],
  search = "",
}: MarketQuery): void {
  const oneOf = (name: string, value: string | undefined, words: readonly string[]): void => {
    if (value === undefined || words.includes(value)) return;
    throw invalid(["query", name], `must be one of ${words.join(", ")}`, "enum");
  };
  oneOf("state", state, MARKET_STATES);
  oneOf("sortBy", sortBy, MARKET_SORTS);
  oneOf("order", order, ["asc", "desc"]);
  if (!Number.isInteger(offset) || offset < 0 || offset > 1_000_000) {
    throw invalid(["query", "offset"], "must be a whole number from 0 to 1,000,000", "integer");
  }
  if (tags.length > 20) throw invalid(["query", "tags"], "must contain at most 20 tags", "list");
  if (Array.from(search).length > 200) {
    throw invalid(["query", "search"], "must have at most 200 characters", "string");
  }
}

function sortedWalk(index: MarketIndex, sort: MarketSort, order: "asc" | "desc"): Walk {
  const sorted = index.order(sort);
  const { slots } = sorted;
  const { length } = slots;
  if (order === "asc") {
    return { length, slotAt: (place) => slots[place]!, placeOf: (slot) => sorted.placeOf(slot) };
  }
  // Reversed, but markets without a deadline stay at the end.
  const known = sort === "resolutionDeadline" ? firstWithoutDeadline(index, slots) : length;
  const turn = (place: number): number => (place < known ? known - 1 - place : place);
  return {
    length,
    slotAt: (place) => slots[turn(place)]!,
    placeOf: (slot) => turn(sorted.placeOf(slot)),
  };
}

function firstWithoutDeadline(index: MarketIndex, slots: readonly number[]): number {
  let low = 0;
  let high = slots.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (index.entries[slots[middle]!]!.deadline === Infinity) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The slot of the last item before a cursor. @throws CurationError CURSOR_INVALID */
function slotOf(index: MarketIndex, binding: object, cursor: string): number {
  const slot = index.slotOf(readPageCursor(binding, cursor));
  if (slot === undefined) throw cursorInvalid();
  return slot;
}

function sortedSlots(
  walk: Walk,
  found: BitSet,
  { after, skip }: PageStart,
  limit: number,
): number[] {
  const taken: number[] = [];
  let skipped = 0;
  // From the start the number of matches is known, so the walk stops after the last.
  let left = after === undefined ? found.size : Infinity;
  const start = after === undefined ? 0 : walk.placeOf(after) + 1;
  for (let place = start; place < walk.length && taken.length < limit && left > 0; place++) {
    const slot = walk.slotAt(place);
    if (!found.has(slot)) continue;
    left--;
    if (skipped < skip) skipped++;
    else taken.push(slot);
  }
  return taken;
}
