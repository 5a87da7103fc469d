/** Bytes beside documents: they come out as they went in, go where their document goes, and nobody can reach inside. */

import assert from "node:assert/strict";

import type { StoreReader } from "@bourse/kernel";

import type { StoreCase } from "./case.ts";
import { accounts, items, refused } from "./fixtures.ts";

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => byte);

async function bytesAre(reader: StoreReader, id: string, expected: Uint8Array | undefined) {
  assert.deepEqual(await reader.bytes(items, id), expected);
}

export const byteCases: readonly StoreCase[] = [
  {
    name: "bytes beside a document come out as they went in, whatever view of memory they were given as",
    async run(place) {
      const store = await place.open();
      await store.insert(items, { id: "a" }, EVERY_BYTE);
      await store.insert(items, { id: "b" }, Buffer.from(EVERY_BYTE.buffer).subarray(250));
      await store.insert(items, { id: "none" });
      await store.insert(items, { id: "empty" }, new Uint8Array());
      const large = new Uint8Array(2 ** 20).map((_, at) => (at * 31) >>> 3);
      await store.insert(items, { id: "large" }, large);
      await bytesAre(store, "a", EVERY_BYTE);
      await bytesAre(store, "b", EVERY_BYTE.slice(250));
      await bytesAre(store, "none", undefined);
      await bytesAre(store, "empty", new Uint8Array());
      await bytesAre(store, "large", large);
      await bytesAre(store, "unknown", undefined);
      assert.equal(await store.bytes(accounts, "a"), undefined);
    },
  },
  {
    name: "documents with bytes are read and listed without them",
    async run(place) {
      const store = await place.open();
      const inserted = await store.insert(items, { id: "a", sort: 1 }, EVERY_BYTE);
      assert.deepEqual(inserted, { value: { id: "a", sort: 1 }, version: 1 });
      assert.deepEqual(await store.get(items, "a"), inserted);
      assert.deepEqual((await store.find(items, { index: "sort" })).items, [inserted]);
    },
  },
  {
    name: "a replaced document keeps its bytes unless it is given others",
    async run(place) {
      const store = await place.open();
      await store.insert(items, { id: "a", code: "old" }, EVERY_BYTE);
      await store.replace(items, { id: "a", code: "new" }, 1);
      await bytesAre(store, "a", EVERY_BYTE);
      await store.replace(items, { id: "a", code: "new" }, 2, Uint8Array.of(7));
      await bytesAre(store, "a", Uint8Array.of(7));
      await refused(store.replace(items, { id: "a" }, 2, Uint8Array.of(8)), "STORE_CONFLICT");
      await refused(store.insert(items, { id: "b", code: "new" }, EVERY_BYTE), "STORE_DUPLICATE");
      await bytesAre(store, "a", Uint8Array.of(7));
      await bytesAre(store, "b", undefined);
    },
  },
  {
    name: "bytes go with their document: another one of its id has none",
    async run(place) {
      const store = await place.open();
      await store.insert(items, { id: "a" }, EVERY_BYTE);
      await store.delete(items, "a");
      await bytesAre(store, "a", undefined);
      await store.insert(items, { id: "a" });
      await bytesAre(store, "a", undefined);
    },
  },
  {
    name: "a transaction sees the bytes that it wrote, nobody else does before it commits, and a rollback undoes them",
    async run(place) {
      const store = await place.open();
      await store.insert(items, { id: "a" }, Uint8Array.of(1));
      await store.transaction(async (tx) => {
        await tx.replace(items, { id: "a" }, 1, Uint8Array.of(2));
        await tx.insert(items, { id: "b" }, Uint8Array.of(3));
        await bytesAre(tx, "a", Uint8Array.of(2));
        await bytesAre(store, "a", Uint8Array.of(1));
        await bytesAre(store, "b", undefined);
      });
      await bytesAre(store, "a", Uint8Array.of(2));
      const takenBack = store.transaction(async (tx) => {
        await tx.replace(items, { id: "a" }, 2, Uint8Array.of(4));
        await tx.delete(items, "b");
        throw new Error("taken back");
      });
      await assert.rejects(takenBack, /taken back/);
      await bytesAre(store, "a", Uint8Array.of(2));
      await bytesAre(store, "b", Uint8Array.of(3));
    },
  },
  {
    name: "changing bytes that were given to a store, or come from it, changes nothing in it",
    async run(place) {
      const store = await place.open();
      const given = Uint8Array.of(1, 2, 3);
      await store.insert(items, { id: "a" }, given);
      given.fill(9);
      const found = (await store.bytes(items, "a"))!;
      assert.deepEqual(found, Uint8Array.of(1, 2, 3));
      found.fill(9);
      await store.replace(items, { id: "a" }, 1);
      await bytesAre(store, "a", Uint8Array.of(1, 2, 3));
    },
  },
  {
    name: "what are no bytes, or more than 16 MiB, is refused, and nothing is written",
    async run(place) {
      const store = await place.open();
      const wrong = ["text", [1], EVERY_BYTE.buffer, new Uint16Array(1), null, 7];
      for (const bytes of [...wrong, new Uint8Array(2 ** 24 + 1)]) {
        const refusal = store.insert(items, { id: "a" }, bytes as Uint8Array);
        const details = await refused(refusal, "STORE_DOCUMENT_INVALID");
        assert.deepEqual(details, { collection: "items", path: "bytes" });
      }
      await refused(store.bytes(items, 7 as unknown as string), "STORE_QUERY_INVALID");
      assert.equal(await store.count(items), 0);
      const most = new Uint8Array(2 ** 24).fill(5);
      await store.insert(items, { id: "a" }, most);
      assert.equal(Buffer.compare((await store.bytes(items, "a"))!, most), 0);
    },
  },
];
