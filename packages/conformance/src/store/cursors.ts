/** Cursors: each document that stands throughout is met once, and no cursor fits another query. */

import assert from "node:assert/strict";

import type { Page, Store } from "@bourse/kernel";

import type { StoreCase } from "./case.ts";
import { accounts, allIds, items, refused, type Item } from "./fixtures.ts";

const byPair = { index: "pair", equals: ["x"] } as const;

export const cursorCases: readonly StoreCase[] = [
  {
    name: "pages follow one another without a gap or a repetition, in both orders",
    async run(place) {
      const store = await place.open();
      const expected = await insertMany(store, 25);
      for (const limit of [1, 2, 7, 24, 25, 26]) {
        assert.deepEqual(await allIds(store, { ...byPair, limit }), expected);
        const descending = await allIds(store, { ...byPair, limit, order: "desc" });
        assert.deepEqual(descending, expected.toReversed());
      }
      assert.deepEqual(await allIds(store, { limit: 3 }), expected.toSorted());
    },
  },
  {
    name: "the last page has no next, even when it is full; an empty one neither",
    async run(place) {
      const store = await place.open();
      await insertMany(store, 4);
      const first = await store.find(items, { ...byPair, limit: 2 });
      const second = await store.find(items, { ...byPair, limit: 2, cursor: first.next! });
      assert.equal(second.items.length, 2);
      assert.equal(second.next, null);
      assert.deepEqual(await store.find(items, { index: "sort", equals: ["none"] }), {
        items: [],
        next: null,
      });
    },
  },
  {
    name: "inserts and deletes between pages make no standing document appear twice or not at all",
    async run(place) {
      for (const order of ["asc", "desc"] as const) {
        const store = await place.open();
        const standing = new Set(await insertMany(store, 40));
        const met: string[] = [];
        let cursor: string | null = null;
        for (let round = 0; ; round += 1) {
          const page: Page<Item> = await store.find(items, {
            ...byPair,
            order,
            limit: 3,
            ...(cursor === null ? {} : { cursor }),
          });
          met.push(...page.items.map(({ value }) => value.id));
          cursor = page.next;
          if (cursor === null) break;
          assert.ok(round < 100, "the pages never end");
          // The very document that the cursor stands on goes, and others come on both sides of it.
          const last = met.at(-1)!;
          await store.delete(items, last);
          standing.delete(last);
          for (const sort of [-1, round * 3 + 0.5, 1e6]) {
            await store.insert(items, { id: `new${round}_${sort}`, group: "x", sort });
          }
        }
        const old = met.filter((id) => !id.startsWith("new"));
        assert.equal(new Set(met).size, met.length);
        for (const id of standing) assert.ok(old.includes(id), `${id} was never met`);
        await clear(store);
        await store.close();
      }
    },
  },
  {
    name: "a cursor fits the query that made it only, at any limit",
    async run(place) {
      const store = await place.open();
      await insertMany(store, 10);
      await store.insert(items, { id: "z", group: "z", sort: 1 });
      const { next } = await store.find(items, { ...byPair, limit: 2 });
      const cursor = next!;
      assert.equal((await store.find(items, { ...byPair, limit: 5, cursor })).items.length, 5);
      for (const query of [
        { ...byPair, order: "desc" as const, cursor },
        { index: "pair" as const, equals: ["z"], cursor },
        { index: "pair" as const, cursor },
        { ...byPair, range: { gt: 0 }, cursor },
        { index: "sort" as const, cursor },
        { cursor },
      ]) {
        await refused(store.find(items, query), "STORE_CURSOR_INVALID");
      }
      await refused(store.find(accounts, { cursor }), "STORE_CURSOR_INVALID");
    },
  },
  {
    name: "an altered, cut or made-up cursor is refused",
    async run(place) {
      const store = await place.open();
      await insertMany(store, 10);
      const { next } = await store.find(items, { ...byPair, limit: 2 });
      const cursor = next!;
      const altered = Array.from(
        cursor,
        (_, at) => cursor.slice(0, at) + (cursor[at] === "A" ? "B" : "A") + cursor.slice(at + 1),
      );
      const madeUp = [
        "",
        "x",
        "0",
        "null",
        `${cursor}A`,
        cursor.slice(0, -1),
        cursor.slice(1),
        " ",
      ];
      for (const one of [...altered, ...madeUp, 7 as unknown as string]) {
        await refused(store.find(items, { ...byPair, cursor: one }), "STORE_CURSOR_INVALID");
      }
    },
  },
];

/** Documents of the group "x" with a sort of 0, 0, 2, 2, …; their ids in the order of the index. */
async function insertMany(store: Store, count: number): Promise<readonly string[]> {
  const all = Array.from(
    { length: count },
    (_, i) => `n${String((i * 7) % count).padStart(3, "0")}`,
  );
  const sorted = [...new Set(all)].toSorted();
  await store.transaction(async (tx) => {
    for (const [i, id] of sorted.entries()) {
      await tx.insert(items, { id, group: "x", sort: Math.floor(i / 2) * 2 });
    }
  });
  return sorted;
}

async function clear(store: Store): Promise<void> {
  const { items: all } = await store.find(items, { limit: 1000 });
  await store.transaction(async (tx) => {
    for (const { value } of all) await tx.delete(items, value.id);
  });
}
