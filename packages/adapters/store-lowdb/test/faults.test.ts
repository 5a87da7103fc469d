import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type BourseError, defineCollection, type Entity, type Store } from "@bourse/kernel";
import { afterAll, describe, expect, test } from "vitest";

import { openLowdbStore } from "../src/index.ts";
import { FailingFileSystem } from "./failing-file-system.ts";

interface Item extends Entity {
  readonly n?: number;
  readonly code?: string;
}
const items = defineCollection<Item>()({
  name: "items",
  indexes: { by_code: { fields: ["code"], unique: true } },
});
const collections = [items];

const folder = mkdtempSync(join(tmpdir(), "bourse-lowdb-faults-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function all(store: Store): Promise<unknown> {
  return (await store.find(items)).items;
}

const OLD = [{ value: { id: "base", n: 0, code: "x" }, version: 1 }];
const NEW = [
  { value: { id: "a", n: 1 }, version: 1 },
  { value: { id: "b", code: "y" }, version: 1 },
  { value: { id: "base", n: 1, code: "x" }, version: 2 },
];

/** Content of the file after a crash at this moment. */
async function onDisk(path: string, name: string): Promise<unknown> {
  const copy = join(folder, `${name}-copy`, "store.json");
  const fresh = await openLowdbStore({ path: copy, collections });
  await fresh.close();
  copyFileSync(path, copy);
  const store = await openLowdbStore({ path: copy, collections });
  const found = await all(store);
  await store.close();
  return found;
}

/** A group of two transactions while `fails` holds; whether it was armed long enough to strike. */
async function strike(name: string, fails: (operation: number) => boolean): Promise<boolean> {
  const path = join(folder, name, "store.json");
  const files = new FailingFileSystem();
  const store = await openLowdbStore({ path, collections, fileSystem: files });
  await store.insert(items, { id: "base", n: 0, code: "x" });

  let struck = false;
  files.arm((operation) => {
    const now = fails(operation);
    struck ||= now;
    return now;
  });
  const outcomes = await Promise.allSettled([
    store.transaction(async (tx) => {
      await tx.replace(items, { id: "base", n: 1, code: "x" }, 1);
      await tx.insert(items, { id: "a", n: 1 });
    }),
    store.insert(items, { id: "b", code: "y" }),
  ]);
  files.arm(() => false);

  const reasons = outcomes.map((one) =>
    one.status === "rejected" ? (one.reason as unknown) : null,
  );
  const committed = reasons.every((reason) => reason === null);
  if (!committed) {
    for (const reason of reasons) expect(reason).toMatchObject({ code: "STORE_IO" });
  }
  expect(await all(store), "in memory").toEqual(committed ? NEW : OLD);
  const found = await onDisk(path, name);
  const outcome = committed ? null : (reasons[0] as BourseError).details["outcome"];
  if (outcome === "unknown") expect([OLD, NEW], "on disk").toContainEqual(found);
  else expect(found, "on disk").toEqual(committed ? NEW : OLD);

  // What was refused left nothing behind: its values are free, and the next write takes all along.
  if (!committed) await store.insert(items, { id: "later", code: "y" });
  else await store.insert(items, { id: "later", code: "z" });
  const after = await all(store);
  await store.close();
  const again = await openLowdbStore({ path, collections });
  expect(await all(again)).toEqual(after);
  expect(readdirSync(join(folder, name)).toSorted(), "nothing is left behind").toEqual([
    "store.json",
    "store.json.lock",
  ]);
  await again.close();
  return struck;
}

describe("a lowdb store whose files fail", () => {
  test("is whole-old or whole-new after any single failing operation, and says which", async () => {
    let n = 1;
    while (await strike(`single-${n}`, (operation) => operation === n)) n += 1;
    expect(n, "operations of one flush").toBeGreaterThan(8);
  });

  test("is whole-old or whole-new when every operation from some one on fails", async () => {
    let n = 1;
    while (await strike(`from-${n}`, (operation) => operation >= n)) n += 1;
    expect(n).toBeGreaterThan(8);
  });

  test("forces file and folder to the disk, in that order, once for all who commit together", async () => {
    const files = new FailingFileSystem();
    const path = join(folder, "order", "store.json");
    const store = await openLowdbStore({ path, collections, fileSystem: files });
    files.arm(() => false);
    await Promise.all(Array.from({ length: 50 }, (_, i) => store.insert(items, { id: `n${i}` })));
    expect(files.log).toEqual([
      "open unfinished",
      "write",
      "write",
      "sync",
      "close",
      "rename",
      "open folder",
      "sync",
      "close",
    ]);
    files.arm(() => false);
    await store.transaction((tx) => tx.get(items, "n1"));
    await expect(store.insert(items, { id: "n1" })).rejects.toMatchObject({
      code: "STORE_DUPLICATE",
    });
    expect(files.log, "what writes nothing flushes nothing").toEqual([]);
    await store.close();
  });

  test("is not opened when its file can't be read, and gives its lock back", async () => {
    const path = join(folder, "unreadable", "store.json");
    await (await openLowdbStore({ path, collections })).close();
    const files = new FailingFileSystem();
    files.arm((operation) => operation === 2);
    await expect(openLowdbStore({ path, collections, fileSystem: files })).rejects.toMatchObject({
      code: "STORE_IO",
    });
    await (await openLowdbStore({ path, collections })).close();
  });
});
