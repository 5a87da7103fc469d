/** Queries: the order of values, ranges, counts, and what is refused. */

import assert from "node:assert/strict";

import type { FindQuery, IndexValue, Store } from "@bourse/kernel";

import type { StoreCase } from "./case.ts";
import { allIds, ids, items, ORDERED_VALUES, refused, type ItemIndex } from "./fixtures.ts";

const REFUSED: readonly unknown[] = [
  { index: "absent" },
  { index: "sort", equals: [1, 2] },
  { index: "sort", equals: [1], range: { gt: 0 } },
  { index: "sort", equals: [undefined] },
  { index: "sort", equals: [Number.NaN] },
  { index: "sort", equals: "text" },
  { index: "sort", range: { gt: {} } },
  { index: "sort", range: { above: 1 } },
  { order: "up" },
  { limit: 0 },
  { limit: 1001 },
  { limit: 1.5 },
  { sort: "name" },
];

export const queryCases: readonly StoreCase[] = [
  {
    name: "an index sorts null, false, true, numbers, then texts by UTF-16 code unit, either way",
    async run(place) {
      const store = await place.open();
      const expected = await insertOrdered(store);
      assert.deepEqual(await ids(store, { index: "sort" }), expected);
      assert.deepEqual(await ids(store, { index: "sort", order: "desc" }), expected.toReversed());
    },
  },
  {
    name: "ids sort by UTF-16 code unit too",
    async run(place) {
      const store = await place.open();
      const texts = ORDERED_VALUES.filter(
        (value) => typeof value === "string" && value.length > 0 && value.length <= 200,
      ) as readonly string[];
      for (const id of texts.toReversed()) await store.insert(items, { id });
      assert.deepEqual(await ids(store), texts);
      assert.deepEqual(await ids(store, { order: "desc" }), texts.toReversed());
      assert.deepEqual(await ids(store, { equals: ["a\0"] }), ["a\0"]);
      assert.deepEqual(await ids(store, { range: { gt: "\u00e9", lte: "\udfff" } }), [
        "\ud800",
        "\ud83d\ude00",
        "\udfff",
      ]);
    },
  },
  {
    name: "every bound of a range cuts where the order says, and a count agrees",
    async run(place) {
      const store = await place.open();
      const expected = await insertOrdered(store);
      for (const [at, value] of ORDERED_VALUES.entries()) {
        const cuts: readonly (readonly [
          FindQuery<ItemIndex>["range"] & object,
          readonly string[],
        ])[] = [
          [{ gt: value }, expected.slice(at + 1)],
          [{ gte: value }, expected.slice(at)],
          [{ lt: value }, expected.slice(0, at)],
          [{ lte: value }, expected.slice(0, at + 1)],
          [{ gte: value, lte: value }, [expected[at]!]],
          [{ gt: value, lt: value }, []],
        ];
        for (const [range, found] of cuts) {
          assert.deepEqual(await ids(store, { index: "sort", range }), found);
          assert.equal(await store.count(items, { index: "sort", range }), found.length);
        }
      }
    },
  },
  {
    name: "equal values come in the order of ids",
    async run(place) {
      const store = await place.open();
      for (const id of ["c", "a", "d", "b"]) await store.insert(items, { id, sort: "same" });
      assert.deepEqual(await ids(store, { index: "sort" }), ["a", "b", "c", "d"]);
      assert.deepEqual(await ids(store, { index: "sort", order: "desc" }), ["d", "c", "b", "a"]);
    },
  },
  {
    name: "an equality on the first field and a range on the next find exactly those",
    async run(place) {
      const store = await place.open();
      for (const group of ["x", "xx", "y"]) {
        for (const sort of [1, 2, 3])
          await store.insert(items, { id: `${group}${sort}`, group, sort });
      }
      const found = ids(store, { index: "pair", equals: ["x"], range: { gte: 2 } });
      assert.deepEqual(await found, ["x2", "x3"]);
      assert.deepEqual(await ids(store, { index: "pair", equals: ["xx", 3] }), ["xx3"]);
      assert.equal(await store.count(items, { index: "pair", equals: ["x"] }), 3);
      assert.deepEqual(await ids(store, { index: "pair", range: { gt: "x" }, limit: 2 }), [
        "xx1",
        "xx2",
      ]);
    },
  },
  {
    name: "a page holds a hundred documents unless it is told otherwise",
    async run(place) {
      const store = await place.open();
      await store.transaction(async (tx) => {
        for (let i = 0; i < 1001; i += 1) await tx.insert(items, { id: `n${i}` });
      });
      assert.equal((await store.find(items)).items.length, 100);
      const page = await store.find(items, { limit: 1000 });
      assert.equal(page.items.length, 1000);
      assert.notEqual(page.next, null);
      assert.equal((await allIds(store, { limit: 1000 })).length, 1001);
      assert.equal(await store.count(items), 1001);
    },
  },
  {
    name: "a query that fits no index is refused",
    async run(place) {
      const store = await place.open();
      for (const query of REFUSED) {
        await refused(store.find(items, query as FindQuery<ItemIndex>), "STORE_QUERY_INVALID");
      }
    },
  },
];

/** One document a value, inserted in a muddled order; their ids in the order of the values. */
async function insertOrdered(store: Store): Promise<readonly string[]> {
  const named = ORDERED_VALUES.map((sort, at) => ({ id: `v${String(at).padStart(3, "0")}`, sort }));
  const muddled = named.toSorted((a, b) => muddle(a.id) - muddle(b.id));
  await store.transaction(async (tx) => {
    for (const one of muddled)
      await tx.insert(items, one satisfies { id: string; sort: IndexValue });
  });
  return named.map(({ id }) => id);
}

function muddle(id: string): number {
  return (Number(id.slice(1)) * 7919) % 104_729;
}
