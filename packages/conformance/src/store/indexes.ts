/** Unique indexes refuse, exempt and free; secondary indexes follow every write. */

import assert from "node:assert/strict";

import type { StoreCase } from "./case.ts";
import { ids, items, refused } from "./fixtures.ts";

export const indexCases: readonly StoreCase[] = [
  {
    name: "an id is unique, and so are the values of a unique index; the refusal names which",
    async run(place) {
      const store = await place.open();
      await store.insert(items, { id: "a", code: "x" });
      const byId = await refused(store.insert(items, { id: "a", code: "y" }), "STORE_DUPLICATE");
      assert.deepEqual(byId, { collection: "items", index: "id" });
      const byCode = await refused(store.insert(items, { id: "b", code: "x" }), "STORE_DUPLICATE");
      assert.deepEqual(byCode, { collection: "items", index: "code" });
      await store.insert(items, { id: "b", code: "y" });
      for (const code of ["x", "y"]) {
        const both = await refused(store.insert(items, { id: "a", code }), "STORE_DUPLICATE");
        assert.equal(both["index"], "id");
      }
      assert.deepEqual(await ids(store), ["a", "b"]);
    },
  },
  {
    name: "a replace may keep its unique values, but not take another document's",
    async run(place) {
      const store = await place.open();
      await store.insert(items, { id: "a", code: "x", sort: 1 });
      await store.insert(items, { id: "b", code: "y", sort: 2 });
      await store.replace(items, { id: "a", code: "x", sort: 3 }, 1);
      const taken = store.replace(items, { id: "b", code: "x", sort: 0 }, 1);
      assert.deepEqual(await refused(taken, "STORE_DUPLICATE"), {
        collection: "items",
        index: "code",
      });
      assert.deepEqual(await ids(store, { index: "sort" }), ["b", "a"]);
      assert.equal((await store.get(items, "b"))?.version, 1);
    },
  },
  {
    name: "documents whose first unique field is null or absent are exempt, and can be found",
    async run(place) {
      const store = await place.open();
      await store.insert(items, { id: "a" });
      await store.insert(items, { id: "b", code: null });
      await store.insert(items, { id: "c", owner: null, name: "same" });
      await store.insert(items, { id: "d", owner: null, name: "same" });
      assert.deepEqual(await ids(store, { index: "code", equals: [null] }), ["a", "b", "c", "d"]);
      assert.deepEqual(await ids(store, { index: "owner_name", equals: [null, "same"] }), [
        "c",
        "d",
      ]);
    },
  },
  {
    name: "a unique index over two fields compares both, and null in the second counts as a value",
    async run(place) {
      const store = await place.open();
      await store.insert(items, { id: "a", owner: "ann", name: "one" });
      await store.insert(items, { id: "b", owner: "ann", name: "two" });
      await store.insert(items, { id: "c", owner: "bob", name: "one" });
      await store.insert(items, { id: "d", owner: "ann" });
      await refused(store.insert(items, { id: "e", owner: "ann", name: "two" }), "STORE_DUPLICATE");
      await refused(store.insert(items, { id: "e", owner: "ann", name: null }), "STORE_DUPLICATE");
      assert.deepEqual(await ids(store, { index: "owner_name", equals: ["ann"] }), ["d", "a", "b"]);
    },
  },
  {
    name: "values of different kinds are different, and 0 is −0",
    async run(place) {
      const store = await place.open();
      for (const [at, code] of ["1", 1, true, "true", false, 0, "", "A", "a"].entries()) {
        await store.insert(items, { id: `n${at}`, code });
      }
      await refused(store.insert(items, { id: "zero", code: -0 }), "STORE_DUPLICATE");
      assert.deepEqual(await ids(store, { index: "code", equals: [1] }), ["n1"]);
      assert.deepEqual(await ids(store, { index: "code", equals: ["1"] }), ["n0"]);
    },
  },
  {
    name: "a unique value is free again after a delete, a replace or a rollback",
    async run(place) {
      const store = await place.open();
      await store.insert(items, { id: "a", code: "x" });
      await store.insert(items, { id: "b", code: "y" });
      await store.transaction(async (tx) => {
        await tx.delete(items, "a");
        await tx.replace(items, { id: "b", code: "x" }, 1);
        await tx.insert(items, { id: "c", code: "y" });
      });
      assert.deepEqual(await ids(store, { index: "code", equals: ["x"] }), ["b"]);
      assert.deepEqual(await ids(store, { index: "code", equals: ["y"] }), ["c"]);
    },
  },
  {
    name: "two writers of one unique value at once: one wins",
    async run(place) {
      const store = await place.open();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 10 }, (_, i) => store.insert(items, { id: `n${i}`, code: "only" })),
      );
      assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
      assert.equal(await store.count(items, { index: "code", equals: ["only"] }), 1);
    },
  },
  {
    name: "an index follows replaces and deletes",
    async run(place) {
      const store = await place.open();
      for (const id of ["a", "b", "c"]) await store.insert(items, { id, group: "old", sort: id });
      await store.replace(items, { id: "b", group: "new", sort: "b" }, 1);
      await store.delete(items, "c");
      assert.deepEqual(await ids(store, { index: "pair", equals: ["old"] }), ["a"]);
      assert.deepEqual(await ids(store, { index: "pair", equals: ["new"] }), ["b"]);
      assert.equal(await store.count(items, { index: "pair" }), 2);
    },
  },
];
