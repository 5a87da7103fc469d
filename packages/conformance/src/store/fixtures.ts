/** Collections of the suite, and what is said again and again about them. */

import assert from "node:assert/strict";

import {
  defineCollection,
  isBourseError,
  type Collection,
  type Entity,
  type FindQuery,
  type IndexValue,
  type Page,
  type StoreErrorCode,
  type StoreReader,
} from "@bourse/kernel";

/** A document with whatever fields. */
export interface Item extends Entity {
  readonly [field: string]: unknown;
}

/** `sort` and `pair` are plain, `code` and `owner_name` unique. */
export type ItemIndex = "sort" | "pair" | "code" | "owner_name";

export const items: Collection<Item, ItemIndex> = defineCollection<Item>()({
  name: "items",
  indexes: {
    sort: { fields: ["sort"] },
    pair: { fields: ["group", "sort"] },
    code: { fields: ["code"], unique: true },
    owner_name: { fields: ["owner", "name"], unique: true },
  },
});

export const accounts: Collection<Item> = defineCollection<Item>()({ name: "accounts" });

/** The error of `promise`, which must be a refusal with `code`. */
export async function refused(
  promise: Promise<unknown>,
  code: StoreErrorCode,
): Promise<Readonly<Record<string, unknown>>> {
  const error: unknown = await promise.then(
    () => assert.fail(`expected a refusal with ${code}, but it was accepted`),
    (reason: unknown) => reason,
  );
  if (!isBourseError(error)) throw error;
  assert.equal(error.code, code, error.message);
  return error.details;
}

/** The ids of a page. */
export async function ids(
  reader: StoreReader,
  query?: FindQuery<ItemIndex>,
): Promise<readonly string[]> {
  const page = await reader.find(items, query);
  return page.items.map(({ value }) => value.id);
}

/** All ids, page by page; fails rather than going round in circles. */
export async function allIds(
  reader: StoreReader,
  query: FindQuery<ItemIndex>,
): Promise<readonly string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await reader.find(
      items,
      cursor === null ? query : { ...query, cursor },
    );
    found.push(...page.items.map(({ value }) => value.id));
    cursor = page.next;
    assert.ok(found.length < 5000, "the pages never end");
  } while (cursor !== null);
  return found;
}

/** Values of every kind in the port's order, with the strings that trip encodings. */
export const ORDERED_VALUES: readonly IndexValue[] = [
  null,
  false,
  true,
  -Number.MAX_VALUE,
  -1e21,
  -2,
  -1.5,
  -Number.MIN_VALUE,
  0,
  Number.MIN_VALUE,
  0.1,
  1,
  2,
  10,
  2 ** 53,
  Number.MAX_VALUE,
  "",
  "\0",
  "\0\0",
  "\0a",
  "\u0001",
  "\u0006",
  "10",
  "9",
  "A",
  "Z",
  "a",
  "a\0",
  "a\0b",
  "a\u0001",
  "a b",
  "aa",
  "a".repeat(300),
  "b",
  "e\u0301",
  "z",
  "\u00e9",
  "\ud800",
  "\ud83d\ude00",
  "\udfff",
  "\ue000",
  "\ufffd",
  "\uffff",
];
