/** The facts of every list that answers a page at a time. */

import assert from "node:assert/strict";

import type { ItemPlace, Routes, TypesOf } from "@bourse/contract";

import { shown } from "./expect.ts";
import type { Answer } from "./wire.ts";

/** Operation ids of the routes of a table that page. */
export type PagingOperation<R extends Routes> = {
  [K in keyof R]: TypesOf<R[K]>["pages"] extends ItemPlace ? K : never;
}[keyof R] &
  string;

/** A list that a case has to itself, or shares with others. */
export interface PagedList {
  /** Path of the list with its filters, such as `/jobs?status=failed`. */
  readonly path: string;
  /** Reads a path of the service as a caller who may see the list. */
  readonly get: (path: string) => Promise<Answer>;
  /** Items of a page. */
  readonly itemsOf: (answer: Answer) => readonly unknown[];
  /** Name of the field that tells one item from another. */
  readonly id: string;
  /** Adds an item to the list, or what leads to one. */
  readonly insert: () => Promise<unknown>;
  /** Paths of other lists, and of this one under other filters, where its cursors are no good. */
  readonly others: readonly string[];
  /** Expects the refusal of a cursor, in the documented shape. */
  readonly expectRefused: (answer: Answer) => void;
}

/** Items that are inserted before and while the list is read. */
const BEFORE = 5;
const DURING = 3;
/** Pages that are read at most; a list that others use too may have more. */
const MOST_PAGES = 25;

/**
 * Walks through a list by its links, two items a page, while items are inserted: every item that was there before comes
 * exactly once and in order. Cursors that the list did not give out are refused.
 */
export async function expectPages(list: PagedList): Promise<void> {
  for (let count = 0; count < BEFORE; count += 1) await list.insert();
  const before = await walk(list, 100);
  assert.ok(before.ids.length >= BEFORE, `${list.path} has ${before.ids.length} items`);
  assert.equal(new Set(before.ids).size, before.ids.length, `${list.path} has an item twice`);

  const { ids, cursor } = await walk(list, 2, async (page) => {
    if (page <= DURING) await list.insert();
  });
  assert.equal(new Set(ids).size, ids.length, `${list.path} gave an item twice: ${ids.join()}`);
  const known = ids.filter((id) => before.ids.includes(id));
  assert.deepEqual(known, before.ids.slice(0, known.length), list.path);
  assert.ok(known.length >= BEFORE, `${list.path} ended after ${known.length} items`);

  assert.ok(cursor !== undefined, `${list.path} has one page`);
  for (const path of list.others) list.expectRefused(await list.get(withQuery(path, { cursor })));
  for (const nonsense of ["abc", "", "0", "x".repeat(1025)]) {
    list.expectRefused(await list.get(withQuery(list.path, { cursor: nonsense })));
  }
}

/** Ids of the items in the order of the list, and a cursor that it gave out. */
interface Walk {
  readonly ids: readonly string[];
  readonly cursor: string | undefined;
}

async function walk(
  { path, get, itemsOf, id }: PagedList,
  limit: number,
  afterPage: (page: number) => unknown = () => undefined,
): Promise<Walk> {
  const ids: string[] = [];
  let cursor: string | undefined;
  let place: string | null = withQuery(path, { limit: String(limit) });
  for (let page = 1; place !== null && page <= MOST_PAGES; page += 1) {
    const answer: Answer = await get(place);
    assert.equal(answer.status, 200, shown(answer));
    const items = itemsOf(answer) as readonly Readonly<Record<string, unknown>>[];
    assert.ok(items.length <= limit, `${items.length} items on a page of ${limit}: ${place}`);
    ids.push(...items.map((item) => String(item[id])));
    place = nextOf(answer, place);
    cursor ??= place === null ? undefined : (queryOf(place).get("cursor") ?? undefined);
    await afterPage(page);
  }
  return { ids, cursor };
}

/** Path that the header `Link` leads to, from the path of its answer; null on the last page. */
function nextOf({ headers }: Answer, from: string): string | null {
  const link = headers.get("link");
  if (link === null) return null;
  const target = /^<([^>]+)>; rel="next"$/.exec(link)?.[1];
  assert.ok(target !== undefined, `no link to a next page: ${link}`);
  const [base, next] = [new URL(from, ORIGIN), new URL(target, new URL(from, ORIGIN))];
  assert.equal(next.origin, base.origin, link);
  assert.equal(next.pathname, base.pathname, link);
  // All but the place stays as it was.
  const [given, linked] = [base, next].map(({ searchParams }) => {
    searchParams.delete("cursor");
    searchParams.sort();
    return searchParams.toString();
  });
  assert.equal(linked, given, link);
  return new URL(target, base).pathname + new URL(target, base).search;
}

const ORIGIN = "http://service.example";

function withQuery(path: string, more: Readonly<Record<string, string>>): string {
  const url = new URL(path, ORIGIN);
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  return url.pathname + url.search;
}

function queryOf(path: string): URLSearchParams {
  return new URL(path, ORIGIN).searchParams;
}
