import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { defineCollection, type Entity, type Store } from "@bourse/kernel";
import { afterAll, describe, expect, test } from "vitest";

import { openSqliteStore } from "../src/index.ts";
import { FailingDatabase } from "./failing-database.ts";

interface Item extends Entity {
  readonly n?: number;
  readonly code?: string;
  readonly text?: string;
}
const items = defineCollection<Item>()({
  name: "items",
  indexes: { by_code: { fields: ["code"], unique: true } },
});
const collections = [items];

const folder = mkdtempSync(join(tmpdir(), "bourse-sqlite-faults-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function all(store: Store): Promise<unknown> {
  return (await store.find(items, { limit: 1000 })).items;
}

const BASE = { value: { id: "base", n: 0, code: "x" }, version: 1 };
const FIRST = [
  { value: { id: "a", n: 1 }, version: 1 },
  { value: { id: "base", n: 1, code: "x" }, version: 2 },
];
const SECOND = { value: { id: "b", code: "y" }, version: 1 };

/** The end of a transaction that is undone after a write. */
const CHANGED_MIND = new Error("on purpose");

/**
 * A group of two transactions while `fails` holds, with as many between them that are undone after a write; whether it
 * struck.
 */
async function strike(
  name: string,
  fails: (call: number) => boolean,
  undone = 0,
): Promise<boolean> {
  const path = join(folder, name, "store.db");
  const database = new FailingDatabase();
  const store = await openSqliteStore({ path, collections, openDatabase: database.open });
  await store.insert(items, BASE.value);

  let struck = false;
  const failed: string[] = [];
  database.arm((call) => {
    const now = fails(call);
    struck ||= now;
    if (now) failed.push(database.log.at(-1)!);
    return now;
  });
  const firstly = store.transaction(async (tx) => {
    await tx.replace(items, { id: "base", n: 1, code: "x" }, 1);
    await tx.insert(items, { id: "a", n: 1 });
  });
  const taken = Array.from({ length: undone }, () =>
    store.transaction(async (tx) => {
      await tx.insert(items, { id: "undone", code: "y" });
      throw CHANGED_MIND;
    }),
  );
  const secondly = store.insert(items, SECOND.value);
  const [first, second, ...between] = await Promise.allSettled([firstly, secondly, ...taken]);
  database.arm(() => false);
  for (const one of between) {
    const reason: unknown = (one as PromiseRejectedResult).reason;
    if (reason !== CHANGED_MIND) expect(reason).toMatchObject({ code: "STORE_IO" });
  }

  for (const one of [first, second]) {
    if (one.status === "rejected") {
      const outcome = failed.includes("COMMIT") ? "unknown" : "none";
      expect(one.reason).toMatchObject({ code: "STORE_IO", details: { outcome } });
    }
  }
  const expected = [
    ...(first.status === "fulfilled" ? FIRST : [BASE]),
    ...(second.status === "fulfilled" ? [SECOND] : []),
  ].toSorted((a, b) => (a.value.id < b.value.id ? -1 : 1));
  expect(await all(store), "what was acknowledged and nothing else").toEqual(expected);

  await store.insert(items, { id: "later", code: second.status === "fulfilled" ? "z" : "y" });
  const after = await all(store);
  await store.close();
  const again = await openSqliteStore({ path, collections });
  expect(await all(again)).toEqual(after);
  await again.close();
  return struck;
}

/** A store with room for three pages more. */
async function almostFull(path: string) {
  const database = new FailingDatabase();
  const store = await openSqliteStore({ path, collections, openDatabase: database.open });
  await store.insert(items, BASE.value);
  const pages = database.writer!.prepare("PRAGMA page_count").get() as { page_count: number };
  database.writer!.exec(`PRAGMA max_page_count = ${pages.page_count + 3}`);
  return { store, database };
}

describe("a SQLite store whose calls fail", () => {
  test("holds exactly what it acknowledged after any single failing call", async () => {
    let n = 1;
    while (await strike(`single-${n}`, (call) => call === n)) n += 1;
    // BEGIN, two writes; SAVEPOINT, a write, RELEASE; COMMIT.
    expect(n - 1, "calls of one group").toBe(7);
  });

  test("holds exactly what it acknowledged after any failing call while transactions are undone", async () => {
    let n = 1;
    while (await strike(`undone-${n}`, (call) => call === n, 2)) n += 1;
    // BEGIN, two writes; twice SAVEPOINT, a write, ROLLBACK TO; SAVEPOINT, a write, RELEASE; COMMIT.
    expect(n - 1, "calls of one group").toBe(13);
    let m = 1;
    while (await strike(`undone-from-${m}`, (call) => call >= m, 2)) m += 1;
    expect(m - 1).toBe(13);
  });

  test("holds exactly what it acknowledged when every call from some one on fails", async () => {
    let n = 1;
    while (await strike(`from-${n}`, (call) => call >= n)) n += 1;
    expect(n - 1).toBe(7);
  });

  test("that is full refuses what does not fit, keeps what stood, and goes on when there is room", async () => {
    const path = join(folder, "full", "store.db");
    const { store, database } = await almostFull(path);
    const big = { id: "big", text: "x".repeat(1_000_000) };
    await expect(store.insert(items, big)).rejects.toMatchObject({
      code: "STORE_FULL",
      details: { outcome: "none" },
    });
    expect(await all(store)).toEqual([BASE]);
    const [small, over] = await Promise.allSettled([
      store.insert(items, { id: "small" }),
      store.insert(items, big),
    ]);
    expect(over.status).toBe("rejected");
    expect(await store.count(items)).toBe(small.status === "fulfilled" ? 2 : 1);
    database.writer!.exec("PRAGMA max_page_count = 1000000");
    await store.insert(items, big);
    await store.close();
    const again = await openSqliteStore({ path, collections });
    expect((await again.get(items, "big"))?.value).toEqual(big);
    await again.close();
  });

  test("that is full in the midst of a group keeps nothing of the transaction that found it full", async () => {
    const { store } = await almostFull(join(folder, "full-group", "store.db"));
    const over = store.transaction(async (tx) => {
      await tx.insert(items, { id: "before" });
      await tx.insert(items, { id: "big", text: "x".repeat(1_000_000) });
    });
    const small = store.insert(items, { id: "small" });
    const undone = store.transaction(async (tx) => {
      await tx.insert(items, { id: "undone" });
      throw CHANGED_MIND;
    });
    const last = store.insert(items, { id: "last" });
    const ends = await Promise.allSettled([over, small, undone, last]);
    expect(ends.map(({ status }) => status)).toEqual([
      "rejected",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    const ids = (await store.find(items)).items.map(({ value }) => value.id);
    expect(ids).toEqual(["base", "last", "small"]);
    await store.close();
  });

  test("commits once for all who commit together, and not at all for those who only read", async () => {
    const path = join(folder, "group", "store.db");
    const database = new FailingDatabase();
    const store = await openSqliteStore({ path, collections, openDatabase: database.open });
    database.arm(() => false);
    await Promise.all(Array.from({ length: 50 }, (_, i) => store.insert(items, { id: `n${i}` })));
    expect(database.log.filter((word) => word === "COMMIT")).toEqual(["COMMIT"]);
    expect(database.log.filter((word) => word === "BEGIN")).toEqual(["BEGIN"]);
    database.arm(() => false);
    await store.transaction((tx) => tx.find(items));
    expect(database.log).toEqual(["SELECT"]);
    await store.close();
  });
});
