/** Documents: what goes in comes out, nobody can reach inside, and what is no document is refused. */

import assert from "node:assert/strict";

import { defineCollection } from "@bourse/kernel";

import type { StoreCase } from "./case.ts";
import { items, ORDERED_VALUES, refused, type Item } from "./fixtures.ts";

const unknown = defineCollection<Item>()({ name: "unknown" });

/** Values that JSON would lose or change without a word. */
const NO_DOCUMENTS: readonly unknown[] = [
  null,
  "text",
  ["list"],
  {},
  { id: "" },
  { id: 7 },
  { id: "x".repeat(201) },
  { id: "a", field: undefined },
  { id: "a", field: Number.NaN },
  { id: "a", field: [Number.POSITIVE_INFINITY] },
  { id: "a", field: 1n },
  { id: "a", field: new Date(0) },
  { id: "a", field: new Map() },
  { id: "a", field: (): void => {} },
  { id: "a", field: Symbol("s") },
  { id: "a", sort: { an: "object in an index" } },
  { id: "a", code: ["a list in an index"] },
  { id: "a", sort: "x".repeat(1200) },
];

export const documentCases: readonly StoreCase[] = [
  {
    name: "a document comes out as it went in, whatever JSON it holds",
    async run(place) {
      const store = await place.open();
      const value = {
        id: "\ud800\0😀'\"\\",
        values: ORDERED_VALUES,
        deep: { a: [{ b: [[], {}] }], constructor: "own", "": "empty key", "\ud800": "lone" },
        long: "long ".repeat(50_000),
      };
      await store.insert(items, value);
      assert.deepEqual((await store.get(items, value.id))?.value, value);
      assert.deepEqual((await store.find(items)).items[0]?.value, value);
      // JSON has no −0, so no engine keeps it, not even one that never writes JSON.
      const zero = await store.insert(items, { id: "zero", sort: -0, list: [-0] });
      assert.deepEqual(zero.value, { id: "zero", sort: 0, list: [0] });
      assert.deepEqual(await store.get(items, "zero"), zero);
    },
  },
  {
    name: "changing an object that was given to a store, or come from it, changes nothing in it",
    async run(place) {
      const store = await place.open();
      const given = { id: "a", list: [1], deep: { n: 1 } };
      const inserted = await store.insert(items, given);
      given.list.push(2);
      given.deep.n = 2;
      const found = (await store.find(items)).items[0]!;
      for (const row of [inserted, found, (await store.get(items, "a"))!]) {
        const value = row.value as unknown as typeof given;
        assert.throws(() => void value.list.push(3), TypeError);
        assert.throws(() => void (value.deep.n = 3), TypeError);
        assert.throws(() => void (value.id = "b"), TypeError);
        assert.throws(() => void ((row as { version: number }).version = 9), TypeError);
      }
      assert.deepEqual(await store.get(items, "a"), {
        value: { id: "a", list: [1], deep: { n: 1 } },
        version: 1,
      });
    },
  },
  {
    name: "what is no JSON document with an id is refused, and nothing is written",
    async run(place) {
      const store = await place.open();
      for (const value of NO_DOCUMENTS) {
        await refused(store.insert(items, value as Item), "STORE_DOCUMENT_INVALID");
      }
      const loop: Record<string, unknown> = { id: "a" };
      loop["self"] = loop;
      await refused(store.insert(items, loop as Item), "STORE_DOCUMENT_INVALID");
      assert.equal(await store.count(items), 0);
    },
  },
  {
    name: "a collection that the store was opened without is refused",
    async run(place) {
      const store = await place.open();
      await refused(store.get(unknown, "a"), "STORE_COLLECTION_UNKNOWN");
      await refused(store.find(unknown), "STORE_COLLECTION_UNKNOWN");
      await refused(store.insert(unknown, { id: "a" }), "STORE_COLLECTION_UNKNOWN");
      assert.deepEqual([...store.collections.keys()], ["items", "accounts"]);
    },
  },
];
