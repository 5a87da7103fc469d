/** The store over an app's own Kysely passes the suite, and shares the app's transactions. */

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { storeConformance } from "@bourse/conformance/store";
import { defineCollection, type StoreNews, type StoreOptions } from "@bourse/kernel";
import { Kysely, SqliteDialect, sql, type Transaction } from "kysely";
import { afterAll, describe, expect, test } from "vitest";

import { kyselyDatabase } from "../../examples/sql-store/kysely.ts";
import { nodeSqlite } from "../../examples/sql-store/node-sqlite.ts";
import { openSqlStore, type SqlStore } from "../../examples/sql-store/open-sql-store.ts";

interface Tables {
  notes: { text: string };
}

const folder = mkdtempSync(join(tmpdir(), "bourse-app-stores-"));
const ending: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ending) await end();
  rmSync(folder, { recursive: true, force: true });
});

async function open(place: string, options: StoreOptions): Promise<SqlStore<Transaction<Tables>>> {
  const connect = (): Kysely<Tables> => {
    const file = join(folder, `${place}.db`);
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: nodeSqlite(file) }) });
    ending.push(() => db.destroy());
    return db;
  };
  const isNew = !existsSync(join(folder, `${place}.db`));
  const db = connect();
  if (isNew) await sql`CREATE TABLE notes (text TEXT)`.execute(db);
  return await openSqlStore(kyselyDatabase("sqlite", db, connect()), options);
}

describe("a store in an app's Kysely", () => {
  // SQLite's file is the app's, which bounds it.
  storeConformance({ test, open, bounded: false });
});

describe("a transaction of the app and the store", () => {
  const items = defineCollection()({ name: "items", indexes: {} });
  const notesIn = async (place: string): Promise<unknown[]> => {
    const database = nodeSqlite(join(folder, `${place}.db`));
    const rows = database.prepare("SELECT text FROM notes ORDER BY text").all([]);
    database.close();
    return rows.map((row) => (row as { text: unknown }).text);
  };
  const write = (tx: Transaction<Tables>, text: string) =>
    tx.insertInto("notes").values({ text }).execute();

  test("is committed whole, and seen within as it will be", async () => {
    const store = await open("whole", { collections: [items] });
    const news: StoreNews[] = [];
    await store.watch((piece) => void news.push(piece));
    await store.together(async (tx) => {
      await write(tx, "a");
      await store.insert(items, { id: "a" });
      expect(await store.count(items)).toBe(1);
      expect(news).toEqual([]);
    });
    expect(await notesIn("whole")).toEqual(["a"]);
    expect(await store.count(items)).toBe(1);
    expect(news).toEqual([
      { kind: "changes", changes: [{ collection: "items", id: "a", version: 1 }] },
    ]);
  });

  test("leaves nothing when either of them fails", async () => {
    const store = await open("none", { collections: [items] });
    const news: StoreNews[] = [];
    await store.watch((piece) => void news.push(piece));
    const failing = store.together(async (tx) => {
      await store.insert(items, { id: "a" });
      await write(tx, "a");
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    const refused = store.together(async (tx) => {
      await write(tx, "b");
      await store.insert(items, { id: "b" });
      await store.insert(items, { id: "b" });
    });
    await expect(refused).rejects.toMatchObject({ code: "STORE_DUPLICATE" });
    expect(await notesIn("none")).toEqual([]);
    expect(await store.count(items)).toBe(0);
    expect(news).toEqual([]);
  });

  test("goes on without a write of the store that was refused and caught", async () => {
    const store = await open("caught", { collections: [items] });
    await store.insert(items, { id: "a" });
    await store.together(async (tx) => {
      await write(tx, "a");
      const twice = store.transaction(async (own) => {
        await own.insert(items, { id: "b" });
        await own.insert(items, { id: "a" });
      });
      await expect(twice).rejects.toMatchObject({ code: "STORE_DUPLICATE" });
      await store.insert(items, { id: "c" });
    });
    const { items: found } = await store.find(items);
    expect(found.map(({ value }) => value.id)).toEqual(["a", "c"]);
    expect(await notesIn("caught")).toEqual(["a"]);
  });

  test("takes no write that comes after its end", async () => {
    const store = await open("late", { collections: [items] });
    const go = Promise.withResolvers<void>();
    let late: Promise<unknown> = Promise.resolve();
    await store.together(async (tx) => {
      await write(tx, "a");
      late = go.promise.then(() => store.insert(items, { id: "late" }));
    });
    go.resolve();
    await late;
    expect((await store.get(items, "late"))?.version).toBe(1);
  });

  test("of another process is told to those who watch", async () => {
    const [here, there] = [
      await open("two", { collections: [items] }),
      await open("two", { collections: [items] }),
    ];
    const { promise, resolve } = Promise.withResolvers<StoreNews>();
    await here.watch(resolve);
    await there.insert(items, { id: "a" });
    expect(await promise).toEqual({ kind: "reset" });
    await Promise.all([here.close(), there.close()]);
  });
});
