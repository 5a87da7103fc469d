/** Closing, and what a durable store finds when it is opened again. */

import assert from "node:assert/strict";

import { createMemoryStore, defineCollection } from "@bourse/kernel";

import type { StoreCase } from "./case.ts";
import { accounts, ids, items, refused, type Item } from "./fixtures.ts";

export const closingCases: readonly StoreCase[] = [
  {
    name: "a close waits for the commits under way",
    async run(place) {
      const store = await place.open();
      const writes = Promise.all(
        Array.from({ length: 20 }, (_, i) => store.insert(items, { id: `n${i}` })),
      );
      const closing = store.close();
      assert.equal((await writes).length, 20);
      await closing;
    },
  },
  {
    name: "a closed store refuses everything, and may be closed again",
    async run(place) {
      const store = await place.open();
      await Promise.all([store.close(), store.close()]);
      await store.close();
      await refused(store.get(items, "a"), "STORE_CLOSED");
      await refused(store.find(items), "STORE_CLOSED");
      await refused(store.count(items), "STORE_CLOSED");
      await refused(store.insert(items, { id: "a" }), "STORE_CLOSED");
      await refused(store.now(), "STORE_CLOSED");
      await refused(
        store.watch(() => undefined),
        "STORE_CLOSED",
      );
      await refused(
        store.transaction(() => Promise.resolve()),
        "STORE_CLOSED",
      );
    },
  },
  {
    name: "two stores in one process share nothing",
    async run(place) {
      const store = await place.open();
      await store.insert(items, { id: "a" });
      const other = createMemoryStore({ collections: [items] });
      assert.equal(await other.count(items), 0);
      await other.close();
      assert.equal(await store.count(items), 1);
    },
  },
];

/** The indexes of `items` as a later release might have them. */
const laterItems = defineCollection<Item>()({
  name: "items",
  indexes: { color: { fields: ["color"] }, sort: { fields: ["sort", "color"] } },
});

const uniqueItems = defineCollection<Item>()({
  name: "items",
  indexes: { color: { fields: ["color"], unique: true } },
});

export const durabilityCases: readonly StoreCase[] = [
  {
    name: "everything that was acknowledged stands after a reopen, with its version, its indexes and its bytes",
    async run(place) {
      const first = await place.open();
      await first.insert(items, { id: "b", code: "x", sort: 2 }, Uint8Array.of(1, 0, 255));
      await first.replace(items, { id: "b", code: "x", sort: 3 }, 1);
      await first.insert(items, { id: "a", sort: 9 });
      await first.insert(items, { id: "gone" });
      await first.delete(items, "gone");
      await first.insert(accounts, { id: "other \ud800\0" });
      await first.close();
      const second = await place.open();
      assert.deepEqual(await ids(second, { index: "sort" }), ["b", "a"]);
      assert.deepEqual(await second.get(items, "b"), {
        value: { id: "b", code: "x", sort: 3 },
        version: 2,
      });
      assert.deepEqual(await second.bytes(items, "b"), Uint8Array.of(1, 0, 255));
      assert.equal(await second.bytes(items, "a"), undefined);
      assert.equal((await second.get(accounts, "other \ud800\0"))?.version, 1);
      await refused(second.insert(items, { id: "c", code: "x" }), "STORE_DUPLICATE");
    },
  },
  {
    name: "a cursor still fits after a reopen",
    async run(place) {
      const first = await place.open();
      for (const id of ["a", "b", "c"]) await first.insert(items, { id, sort: 1 });
      const { next } = await first.find(items, { index: "sort", limit: 1 });
      await first.close();
      const second = await place.open();
      const rest = await second.find(items, { index: "sort", cursor: next! });
      assert.deepEqual(
        rest.items.map(({ value }) => value.id),
        ["b", "c"],
      );
    },
  },
  {
    name: "an index that is new or changed finds the documents that stood before it",
    async run(place) {
      const first = await place.open();
      await first.insert(items, { id: "a", sort: 1, color: "red", code: "x" }, Uint8Array.of(7));
      await first.insert(items, { id: "b", sort: 1, color: "blue" });
      await first.close();
      const second = await place.open({ collections: [laterItems] });
      const byColor = await second.find(laterItems, { index: "color" });
      assert.deepEqual(
        byColor.items.map(({ value }) => value.id),
        ["b", "a"],
      );
      const bySort = await second.find(laterItems, { index: "sort", equals: [1, "red"] });
      assert.deepEqual(
        bySort.items.map(({ value }) => value.id),
        ["a"],
      );
      assert.deepEqual(await second.bytes(laterItems, "a"), Uint8Array.of(7));
      await second.insert(laterItems, { id: "c", code: "x" });
    },
  },
  {
    name: "an index that can't be made unique refuses the opening and leaves the store as it was",
    async run(place) {
      const first = await place.open();
      await first.insert(items, { id: "a", sort: 1, color: "red" });
      await first.insert(items, { id: "b", sort: 2, color: "red" });
      await first.close();
      const details = await refused(place.open({ collections: [uniqueItems] }), "STORE_DUPLICATE");
      assert.deepEqual(details, { collection: "items", index: "color" });
      const second = await place.open();
      assert.deepEqual(await ids(second, { index: "sort" }), ["a", "b"]);
    },
  },
  {
    name: "a collection that is not named in an opening is kept for the next that names it",
    async run(place) {
      const first = await place.open();
      await first.insert(items, { id: "a", sort: 1 }, Uint8Array.of(7));
      await first.close();
      const second = await place.open({ collections: [accounts] });
      await second.insert(accounts, { id: "b" });
      await second.close();
      const third = await place.open();
      assert.deepEqual(await ids(third, { index: "sort" }), ["a"]);
      assert.deepEqual(await third.bytes(items, "a"), Uint8Array.of(7));
      assert.equal(await third.count(accounts), 1);
    },
  },
];
