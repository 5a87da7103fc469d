import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { defineCollection, type Entity } from "@bourse/kernel";
import { afterAll, describe, expect, test, vi } from "vitest";

import { openSqliteStore } from "../src/index.ts";

interface Item extends Entity {
  readonly n: number;
}
const items = defineCollection<Item>()({ name: "items", indexes: { by_n: { fields: ["n"] } } });
const collections = [items];

const folder = mkdtempSync(join(tmpdir(), "bourse-sqlite-file-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function written(name: string, documents = 500): Promise<string> {
  const path = join(folder, name);
  const store = await openSqliteStore({ path, collections });
  await store.transaction(async (tx) => {
    for (let n = 0; n < documents; n += 1) await tx.insert(items, { id: `n${n}`, n });
  });
  await store.close();
  return path;
}

describe("the file of a SQLite store", () => {
  test("is for its owner's eyes only, and is one file and an empty lock once it is closed", async () => {
    const path = await written("closed.db");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(() => statSync(`${path}-wal`)).toThrow(/ENOENT/);
    expect(statSync(`${path}.lock`).size).toBe(0);
  });

  test("holds nothing of what was deleted or replaced", async () => {
    const path = await written("overwritten.db", 0);
    const store = await openSqliteStore({ path, collections });
    const secret = (n: number): Item => ({ id: `n${n}`, n, text: `the secret of ${n}.` }) as Item;
    for (let n = 0; n < 30; n += 1) await store.insert(items, secret(n));
    for (let n = 0; n < 20; n += 1) await store.delete(items, `n${n}`);
    for (let n = 20; n < 25; n += 1) await store.replace(items, { id: `n${n}`, n }, 1);
    await store.close();
    const found = [...readFileSync(path, "latin1").matchAll(/secret of (\d+)\./g)];
    expect(new Set(found.map(([, n]) => Number(n)))).toEqual(new Set([25, 26, 27, 28, 29]));
  });

  test("can be read by any SQLite tool: the documents are JSON", async () => {
    const path = await written("tool.db", 3);
    const database = new DatabaseSync(path, { readOnly: true });
    const row = database.prepare("SELECT sum(value ->> 'n') AS total FROM c_items").get();
    expect(row?.["total"]).toBe(3);
    database.close();
  });

  test("finds and counts by SQLite's own indexes, never by a scan or a sort", async () => {
    const path = await written("plan.db", 3);
    const database = new DatabaseSync(path, { readOnly: true });
    for (const [key, index] of [
      ["k_by_n", "i_items__by_n"],
      ["id", "sqlite_autoindex_c_items_1"],
    ]) {
      const sql = `SELECT rowid AS at, version, value, sum FROM c_items WHERE ${key} >= ? AND ${key} < ? ORDER BY ${key} DESC LIMIT ?`;
      const plan = database
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all(Buffer.from("a"), Buffer.from("b"), 1);
      expect(plan.map((step) => step["detail"])).toEqual([
        `SEARCH c_items USING INDEX ${index} (${key}>? AND ${key}<?)`,
      ]);
    }
    database.close();
  });

  test("takes large bytes in beside the commits, long before SQLite would by itself", async () => {
    const path = join(folder, "beside.db");
    const store = await openSqliteStore({ path, collections });
    const bytes = new Uint8Array(2 ** 20).fill(7);
    for (let n = 0; n < 5; n += 1) await store.insert(items, { id: `n${n}`, n }, bytes);
    await vi.waitUntil(() => statSync(path).size > 4 * 2 ** 20, { timeout: 20_000 });
    await store.insert(items, { id: "later", n: 9 });
    expect(await store.count(items)).toBe(6);
    await store.close();
    expect(() => statSync(`${path}-wal`)).toThrow(/ENOENT/);
    const again = await openSqliteStore({ path, collections });
    expect(Buffer.compare((await again.bytes(items, "n4"))!, bytes)).toBe(0);
    await again.close();
  });

  test("that is no SQLite file, or another program's, is refused with STORE_CORRUPT and kept", async () => {
    const text = join(folder, "text.db");
    writeFileSync(text, "some notes of mine, long enough to be a header".repeat(10));
    const before = readFileSync(text);
    await expect(openSqliteStore({ path: text, collections })).rejects.toMatchObject({
      code: "STORE_CORRUPT",
    });
    expect(readFileSync(text).equals(before)).toBe(true);

    const other = join(folder, "other.db");
    const database = new DatabaseSync(other);
    database.exec("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine')");
    database.close();
    const bytes = readFileSync(other);
    await expect(openSqliteStore({ path: other, collections })).rejects.toThrow(/another program/);
    expect(readFileSync(other).equals(bytes)).toBe(true);
  });

  test("that was cut off or overwritten in part is refused and kept", async () => {
    const path = await written("damaged.db", 2000);
    const whole = readFileSync(path);
    const damages: Buffer[] = [
      whole.subarray(0, whole.length >>> 1),
      whole.subarray(0, 4096 + 100),
      Buffer.concat([whole.subarray(0, 8192), Buffer.alloc(8192, 0xff), whole.subarray(16_384)]),
    ];
    for (const [at, damaged] of damages.entries()) {
      const copy = join(folder, `damaged-${at}.db`);
      writeFileSync(copy, damaged);
      await expect(openSqliteStore({ path: copy, collections })).rejects.toMatchObject({
        code: "STORE_CORRUPT",
      });
      expect(readFileSync(copy).equals(damaged)).toBe(true);
    }
    const good = join(folder, "undamaged.db");
    copyFileSync(path, good);
    await (await openSqliteStore({ path: good, collections })).close();
  });

  test.each([2, 99])("of format %i, which is another, is refused and kept", async (version) => {
    const path = await written(`format-${version}.db`, 1);
    const database = new DatabaseSync(path);
    database.exec(`PRAGMA user_version = ${version}`);
    database.close();
    const before = readFileSync(path);
    await expect(openSqliteStore({ path, collections })).rejects.toMatchObject({
      code: "STORE_FORMAT_UNSUPPORTED",
    });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test("is not opened twice", async () => {
    const path = join(folder, "once.db");
    const store = await openSqliteStore({ path, collections });
    await expect(openSqliteStore({ path, collections })).rejects.toMatchObject({
      code: "STORE_LOCKED",
    });
    await store.insert(items, { id: "still mine", n: 1 });
    await store.close();
    await (await openSqliteStore({ path, collections })).close();
  });
});
