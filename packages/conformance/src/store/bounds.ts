/** A store at its bound: what does not fit is refused whole, and deleting makes room. */

import assert from "node:assert/strict";

import { isBourseError, type Store } from "@bourse/kernel";

import type { StoreCase } from "./case.ts";
import { items, refused } from "./fixtures.ts";

const MAX_BYTES = 262_144;
const text = "x".repeat(8000);

/** Inserts documents of 8 KB until the store is full; returns their ids. */
async function fill(store: Store): Promise<readonly string[]> {
  const ids: string[] = [];
  for (;;) {
    const id = `n${String(ids.length).padStart(3, "0")}`;
    try {
      await store.insert(items, { id, text });
      ids.push(id);
    } catch (error) {
      if (!isBourseError(error)) throw error;
      assert.equal(error.code, "STORE_FULL", error.message);
      assert.equal(error.details["outcome"], "none", "a refusal says that nothing was committed");
      return ids;
    }
    assert.ok(ids.length < 200, "the store took 1.6 MB into 256 KiB");
  }
}

export const boundCases: readonly StoreCase[] = [
  {
    name: "a store that reaches maxBytes refuses more with STORE_FULL, and keeps all that it acknowledged",
    async run(place) {
      const store = await place.open({ maxBytes: MAX_BYTES });
      const kept = await fill(store);
      assert.ok(kept.length > 3, `it took ${kept.length} documents only`);
      const { items: found } = await store.find(items, { limit: 1000 });
      assert.deepEqual(
        found.map(({ value }) => value.id),
        kept,
      );
      const growing = { id: kept[0]!, text: text.repeat(20) };
      await refused(store.replace(items, growing, 1), "STORE_FULL");
      assert.equal((await store.get(items, kept[0]!))?.version, 1);
    },
  },
  {
    name: "a transaction that does not fit leaves nothing behind, and its neighbours are committed",
    async run(place) {
      const store = await place.open({ maxBytes: MAX_BYTES });
      await store.insert(items, { id: "first" });
      const tooMuch = store.transaction(async (tx) => {
        await tx.insert(items, { id: "half" });
        for (let n = 0; n < 60; n += 1) await tx.insert(items, { id: `n${n}`, text });
      });
      await refused(tooMuch, "STORE_FULL");
      await store.insert(items, { id: "second" });
      assert.equal(await store.count(items), 2);
    },
  },
  {
    name: "a full store reads, deletes, and takes new documents into the room that this makes",
    async run(place) {
      const store = await place.open({ maxBytes: MAX_BYTES });
      const kept = await fill(store);
      for (const id of kept.slice(0, 4)) assert.equal(await store.delete(items, id), true);
      await store.insert(items, { id: "new", text });
      assert.equal((await store.get(items, "new"))?.value["text"], text);
      assert.equal(await store.count(items), kept.length - 3);
    },
  },
];

export const probeCases: readonly StoreCase[] = [
  {
    name: "a probe changes nothing, succeeds while there is room, and refuses when the store is closed",
    async run(place) {
      const store = await place.open();
      await store.insert(items, { id: "a" });
      const before = store.revision;
      const writing = store.insert(items, { id: "b" });
      await Promise.all([store.probe(), store.probe(), writing]);
      await store.probe();
      assert.equal(await store.count(items), 2);
      assert.equal(store.revision, before === undefined ? undefined : before + 1);
      await store.close();
      await refused(store.probe(), "STORE_CLOSED");
    },
  },
];
