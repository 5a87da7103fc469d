/** Versions: writes that fit what was read, and nothing else. */

import assert from "node:assert/strict";

import type { StoreCase } from "./case.ts";
import { items, refused } from "./fixtures.ts";

export const compareAndSetCases: readonly StoreCase[] = [
  {
    name: "a document begins at version 1 and gains one with each replace",
    async run(place) {
      const store = await place.open();
      assert.deepEqual(await store.insert(items, { id: "a", n: 0 }), {
        value: { id: "a", n: 0 },
        version: 1,
      });
      assert.equal((await store.replace(items, { id: "a", n: 1 }, 1)).version, 2);
      assert.deepEqual(await store.get(items, "a"), { value: { id: "a", n: 1 }, version: 2 });
    },
  },
  {
    name: "a replace of another version is a conflict that names both versions and changes nothing",
    async run(place) {
      const store = await place.open();
      await store.insert(items, { id: "a", n: 0 });
      await store.replace(items, { id: "a", n: 1 }, 1);
      const details = await refused(store.replace(items, { id: "a", n: 2 }, 1), "STORE_CONFLICT");
      assert.deepEqual(details, { collection: "items", id: "a", expectedVersion: 1, version: 2 });
      assert.deepEqual(await store.get(items, "a"), { value: { id: "a", n: 1 }, version: 2 });
    },
  },
  {
    name: "a replace of a document that is gone is a conflict without a version",
    async run(place) {
      const store = await place.open();
      const details = await refused(store.replace(items, { id: "a" }, 1), "STORE_CONFLICT");
      assert.equal(details["version"], null);
      assert.equal(await store.get(items, "a"), undefined);
    },
  },
  {
    name: "a delete with a version deletes that version only; without one whatever stands",
    async run(place) {
      const store = await place.open();
      await store.insert(items, { id: "a" });
      await store.replace(items, { id: "a" }, 1);
      await refused(store.delete(items, "a", 1), "STORE_CONFLICT");
      assert.equal(await store.delete(items, "a", 2), true);
      assert.equal(await store.delete(items, "a"), false);
      await refused(store.delete(items, "a", 2), "STORE_CONFLICT");
      await store.insert(items, { id: "a" });
      assert.equal(await store.delete(items, "a"), true);
      assert.equal(await store.get(items, "a"), undefined);
    },
  },
  {
    name: "of many that replace one version at once, one wins",
    async run(place) {
      const store = await place.open();
      await store.insert(items, { id: "a", by: -1 });
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, by) => store.replace(items, { id: "a", by }, 1)),
      );
      const winners = outcomes.flatMap(({ status }, by) => (status === "fulfilled" ? [by] : []));
      assert.equal(winners.length, 1);
      assert.deepEqual((await store.get(items, "a"))?.value, { id: "a", by: winners[0] });
    },
  },
  {
    name: "a document that was deleted and inserted again begins at version 1",
    async run(place) {
      const store = await place.open();
      await store.insert(items, { id: "a" });
      await store.replace(items, { id: "a" }, 1);
      await store.transaction(async (tx) => {
        await tx.delete(items, "a", 2);
        assert.equal((await tx.insert(items, { id: "a" })).version, 1);
      });
      assert.equal((await store.get(items, "a"))?.version, 1);
    },
  },
  {
    name: "a restored document keeps the version that it had elsewhere",
    async run(place) {
      const store = await place.open();
      await store.transaction((tx) => tx.restore(items, { value: { id: "a", n: 1 }, version: 7 }));
      assert.equal((await store.replace(items, { id: "a", n: 2 }, 7)).version, 8);
      const twice = store.transaction((tx) =>
        tx.restore(items, { value: { id: "a" }, version: 1 }),
      );
      await refused(twice, "STORE_DUPLICATE");
    },
  },
];
