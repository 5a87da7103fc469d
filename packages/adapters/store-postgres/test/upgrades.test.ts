/** Releases side by side on one schema: what a newer one adds, an older one tolerates or refuses. */

import { defineCollection, type Collection, type Entity, type Store } from "@bourse/kernel";
import { Client } from "pg";
import { missingPostgres, startPostgres, type TestPostgres } from "test-postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openPostgresStore } from "../src/index.ts";

interface Item extends Entity {
  readonly n?: number;
  readonly code?: string;
}
const by_code = { fields: ["code"], unique: true } as const;
const older = defineCollection<Item>()({ name: "items", indexes: { by_code } });
const newer = defineCollection<Item>()({
  name: "items",
  indexes: { by_n: { fields: ["n"] }, by_code },
});
const clashing = defineCollection<Item>()({
  name: "items",
  indexes: { by_code: { fields: ["n"] } },
});

const missing = missingPostgres();

describe.skipIf(missing !== null)("releases side by side", () => {
  let server: TestPostgres;
  let client: Client;
  beforeAll(async () => {
    server = await startPostgres();
    client = new Client(server.url());
    await client.connect();
  }, 60_000);
  afterAll(async () => {
    await client.end();
    await server.stop();
  });

  const open = (schema: string, collection: Collection<Item, string>): Promise<Store> =>
    openPostgresStore({ url: server.url(), schema, collections: [collection] });

  const withN = async (store: Store, n: number): Promise<readonly string[]> => {
    const { items } = await store.find(newer, { index: "by_n", equals: [n] });
    return items.map(({ value }) => value.id);
  };

  test("what a running older one writes is found by an index that a newer one has added meanwhile", async () => {
    const old = await open("running", older);
    const kept = await old.insert(older, { id: "kept", n: 1, code: "k" });
    await old.insert(older, { id: "moved", n: 1, code: "m" });
    const fresh = await open("running", newer);
    expect(await withN(fresh, 1)).toEqual(["kept", "moved"]);

    await old.insert(older, { id: "inserted", n: 7, code: "i" });
    await old.replace(older, { id: "moved", n: 7, code: "m" }, 1);
    await old.transaction(async (tx) => {
      await tx.insert(older, { id: "within", n: 7 });
    });
    expect(await withN(fresh, 7)).toEqual(["inserted", "moved", "within"]);
    expect(await withN(fresh, 1)).toEqual(["kept"]);
    expect(await old.get(older, "kept")).toEqual(kept);
    await expect(old.insert(older, { id: "other", code: "k" })).rejects.toMatchObject({
      code: "STORE_DUPLICATE",
    });
    await Promise.all([old.close(), fresh.close()]);
  });

  test("an older one that starts later keeps the newer one's index, and keeps it up to date", async () => {
    const fresh = await open("later", newer);
    await fresh.insert(newer, { id: "a", n: 1 });
    const old = await open("later", older);
    await old.insert(older, { id: "b", n: 1 });
    await old.replace(older, { id: "a", n: 2 }, 1);
    expect(await withN(fresh, 1)).toEqual(["b"]);
    expect(await withN(fresh, 2)).toEqual(["a"]);
    await Promise.all([old.close(), fresh.close()]);
    const again = await open("later", newer);
    expect(await withN(again, 1)).toEqual(["b"]);
    await again.close();
  });

  test("every write of older ones succeeds while newer ones start, and all of it is found", async () => {
    const olds = [await open("loaded", older), await open("loaded", older)];
    const written: string[] = [];
    let isOver = false;
    const writers = [0, 1, 2, 3].map(async (writer) => {
      const store = olds[writer % 2]!;
      for (let n = 0; !isOver; n += 1) {
        const id = `${writer}-${String(n).padStart(5, "0")}`;
        const { version } = await store.insert(older, { id, n: 1 });
        await store.transaction(async (tx) => {
          await tx.replace(older, { id, n: 2, code: id }, version);
        });
        written.push(id);
      }
    });
    const news: Store[] = [];
    for (let start = 0; start < 4; start += 1) {
      const indexes = { ...newer.indexes, [`extra_${start}`]: { fields: ["code"] } };
      const extended = { name: "items", indexes } as unknown as typeof newer;
      const before = written.length;
      news.push(await open("loaded", extended));
      while (written.length < before + 20) await new Promise(setImmediate);
    }
    isOver = true;
    await Promise.all(writers);
    expect(await news[0]!.count(newer, { index: "by_n", equals: [2] })).toBe(written.length);
    expect(await news[0]!.count(newer, { index: "by_n", equals: [1] })).toBe(0);
    const last = {
      name: "items",
      indexes: { extra_3: { fields: ["code"] } },
    } as unknown as typeof newer;
    for (const id of written) {
      const { items } = await news[3]!.find(last, { index: "extra_3" as "by_n", equals: [id] });
      expect(items.map(({ value }) => value.id)).toEqual([id]);
    }
    await Promise.all([...olds, ...news].map((store) => store.close()));
  }, 60_000);

  test("an index goes with the last process of the release that had it, and those that run go on", async () => {
    const columns = async (): Promise<readonly string[]> => {
      const { rows } = await client.query(
        "SELECT attname AS name FROM pg_attribute WHERE attrelid = 'contracted.items'::regclass AND attname LIKE 'key%' AND NOT attisdropped",
      );
      return (rows as { name: string }[]).map(({ name }) => name).toSorted();
    };
    const had = await open("contracted", newer);
    await had.insert(newer, { id: "a", n: 1 });
    const first = await open("contracted", older);
    expect(await columns()).toEqual(["key_by_code", "key_by_n"]);
    await had.close();
    await first.insert(older, { id: "b", n: 1 });
    const second = await open("contracted", older);
    expect(await columns()).toEqual(["key_by_code"]);
    // The first still knew the index that the second has removed.
    await first.insert(older, { id: "c", code: "c" });
    await first.replace(older, { id: "b", n: 2 }, 1);
    await first.transaction((tx) => tx.insert(older, { id: "d" }));
    expect(await second.count(older)).toBe(4);
    await Promise.all([first.close(), second.close()]);
  });

  test("a running one whose own index has become another one says so instead of writing", async () => {
    const old = await open("clash", older);
    await old.insert(older, { id: "a", code: "a" });
    const other = await open("clash", clashing);
    await expect(old.insert(older, { id: "b", code: "b" })).rejects.toMatchObject({
      code: "STORE_FORMAT_UNSUPPORTED",
      message: expect.stringMatching(
        /index "by_code" of "items".*run the newer release/su,
      ) as string,
    });
    expect(await other.get(clashing, "b")).toBeUndefined();
    await Promise.all([old.close(), other.close()]);
  });

  test("a schema without generations of keys gets them, beside a process that knows none", async () => {
    const first = await open("before", older);
    await first.insert(older, { id: "a", n: 1 });
    await first.close();
    await client.query(
      "ALTER TABLE before._store DROP COLUMN version; ALTER TABLE before._collections DROP COLUMN generation; " +
        "ALTER TABLE before.items DROP COLUMN generation",
    );
    await openPostgresStore({ url: server.url(), schema: "before" }).then((store) => store.close());
    const store = await open("before", older);
    expect((await client.query("SELECT version, format FROM before._store")).rows).toEqual([
      { version: 2, format: 1 },
    ]);
    // A write as the release before made it.
    await client.query(
      "UPDATE before.items SET version = version WHERE id = 'a'; " +
        "INSERT INTO before.items (id, version, document, sum) VALUES ('raw', 1, '{}', 'x')",
    );
    expect((await store.get(older, "a"))?.value).toEqual({ id: "a", n: 1 });
    await client.query("DELETE FROM before.items WHERE id = 'raw'");
    await store.close();
    const fresh = await open("before", newer);
    expect(await withN(fresh, 1)).toEqual(["a"]);
    await fresh.close();
  });

  test("a newer layout is used when it allows that, and refused with a sentence when it does not", async () => {
    await (await open("layouts", older)).close();
    await client.query("UPDATE layouts._store SET version = 7, format = 2");
    const store = await open("layouts", older);
    await store.insert(older, { id: "a" });
    await store.close();
    expect((await client.query("SELECT version, format FROM layouts._store")).rows).toEqual([
      { version: 7, format: 2 },
    ]);
    await client.query("UPDATE layouts._store SET version = 7, format = 3");
    await expect(open("layouts", older)).rejects.toMatchObject({
      code: "STORE_FORMAT_UNSUPPORTED",
      message: expect.stringMatching(
        /must know format 3, but this release knows no format after 2; run the newer release\. It was left as it is\./u,
      ) as string,
    });
    expect((await client.query("SELECT count(*)::int AS n FROM layouts.items")).rows).toEqual([
      { n: 1 },
    ]);
  });
});
