/** Documents that were changed on the disk: an error that names them, never a value. */

import assert from "node:assert/strict";

import { isBourseError, type Store } from "@bourse/kernel";

import type { StoreCase, StorePlace } from "./case.ts";
import { items } from "./fixtures.ts";

const KEY = new Uint8Array(32).fill(1);

/** Names what is damaged in an error: at the opening, or when it is read. */
async function damageOf(work: Promise<unknown>): Promise<Readonly<Record<string, unknown>>> {
  const error: unknown = await work.then(
    (value) => assert.fail(`a damaged document was read as ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!isBourseError(error)) throw error;
  assert.equal(error.code, "STORE_CORRUPT", error.message);
  return error.details;
}

async function written(place: StorePlace, checksumKey?: Uint8Array): Promise<void> {
  const store = await place.open(checksumKey === undefined ? {} : { checksumKey });
  await store.insert(items, { id: "sound", sort: 1 });
  await store.insert(items, { id: "rich", sort: 2, amount: "100000" }, Buffer.from("bytes beside"));
  await store.close();
}

/** Opens the store, when its engine lets it be opened, and reads by `read`. */
async function reopened(
  place: StorePlace,
  read: (store: Store) => Promise<unknown>,
  checksumKey?: Uint8Array,
): Promise<unknown> {
  const store = await place.open(checksumKey === undefined ? {} : { checksumKey });
  return read(store);
}

export const damageCases: readonly StoreCase[] = [
  ...[undefined, KEY].map((key): StoreCase => {
    const how = key === undefined ? "" : ", under a key too";
    return {
      name: `a document that was changed on the disk is STORE_CORRUPT with its collection and id${how}`,
      async run(place) {
        await written(place, key);
        await place.alter('"100000"', '"900000"');
        const named = { collection: "items", id: "rich" };
        const reads: ((store: Store) => Promise<unknown>)[] = [
          (store) => store.get(items, "rich"),
          (store) => store.find(items, { index: "sort" }),
          (store) => store.transaction((tx) => tx.get(items, "rich")),
        ];
        for (const read of reads) {
          const { collection, id } = await damageOf(reopened(place, read, key));
          assert.deepEqual({ collection, id }, named);
          await place.close();
        }
      },
    };
  }),
  {
    name: "a store whose checksums have a key is refused without it, with another one, and the other way round",
    async run(place) {
      const refusal = async (options: { checksumKey?: Uint8Array }): Promise<void> => {
        const error: unknown = await place.open(options).catch((reason: unknown) => reason);
        assert.ok(isBourseError(error), "it was opened");
        assert.equal(error.code, "STORE_KEY_INVALID", error.message);
      };
      await written(place, KEY);
      await refusal({});
      await refusal({ checksumKey: new Uint8Array(32).fill(2) });
      const store = await place.open({ checksumKey: KEY });
      assert.equal(await store.count(items), 2);
    },
  },
  {
    name: "the key's function is called once for an opening, and told whether the store is new",
    async run(place) {
      const told: boolean[] = [];
      const checksumKey = ({ isNew }: { readonly isNew: boolean }): Promise<Uint8Array> => {
        told.push(isNew);
        return Promise.resolve(KEY);
      };
      for (let n = 0; n < 2; n += 1) {
        const store = await place.open({ checksumKey });
        await store.insert(items, { id: `n${n}` });
        await store.close();
      }
      assert.deepEqual(told, [true, false]);
    },
  },
];
