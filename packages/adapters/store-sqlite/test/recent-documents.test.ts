import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { defineCollection, type Entity, type Store, type Transaction } from "@bourse/kernel";
import { afterAll, describe, expect, test } from "vitest";

import { openSqliteStore } from "../src/index.ts";
import { FailingDatabase } from "./failing-database.ts";

interface Item extends Entity {
  readonly n: number;
  readonly text?: string;
}
const items = defineCollection<Item>()({ name: "items", indexes: {} });
const collections = [items];

const folder = mkdtempSync(join(tmpdir(), "bourse-sqlite-recent-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Numbers below a limit, the same ones in each run. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
}

const IDS = ["a", "b", "c", "d"];

/** A search reads the file whatever is known of its documents. */
async function expectAsFound(reader: Store | Transaction): Promise<void> {
  const { items: found } = await reader.find(items);
  const known = new Map(found.map((one) => [one.value.id, one]));
  for (const id of IDS) expect(await reader.get(items, id), id).toEqual(known.get(id));
}

async function open(name: string) {
  const database = new FailingDatabase();
  const path = join(folder, name, "store.db");
  const store = await openSqliteStore({ path, collections, openDatabase: database.open });
  return { database, store };
}

describe("documents that were read or written lately", () => {
  test("are what a search finds, within transactions and outside, whatever is undone or fails", async () => {
    const { database, store } = await open("random");
    const below = numbers(7);
    const outcomes = new Set<string>();
    const change = async (tx: Transaction): Promise<void> => {
      for (let step = below(4); step >= 0; step -= 1) {
        const id = IDS[below(IDS.length)]!;
        const held = await tx.get(items, id);
        if (held === undefined) await tx.insert(items, { id, n: below(1000) });
        else if (below(3) === 0) await tx.delete(items, id);
        else await tx.replace(items, { id, n: below(1000) }, held.version);
        await expectAsFound(tx);
      }
      if (below(3) === 0) throw new RangeError("undone");
    };
    for (let round = 0; round < 300; round += 1) {
      const failing = below(5) === 0 ? 1 + below(12) : 0;
      database.arm((call) => call === failing);
      const group = Array.from({ length: 1 + below(4) }, () => store.transaction(change));
      for (const one of await Promise.allSettled(group)) {
        outcomes.add(one.status === "fulfilled" ? "kept" : (one.reason as Error).name);
      }
      database.arm(() => false);
      await expectAsFound(store);
    }
    expect([...outcomes].toSorted()).toEqual(["RangeError", "StoreError", "kept"]);
    await store.close();
  });

  test("are read from the file once, and not at all after a write of them", async () => {
    const { database, store } = await open("once");
    await store.insert(items, { id: "a", n: 1 });
    const reads = async (work: (tx: Transaction) => Promise<unknown>): Promise<number> => {
      database.arm(() => false);
      await store.transaction(work);
      return database.log.filter((word) => word === "SELECT").length;
    };
    expect(await reads((tx) => tx.get(items, "a"))).toBe(0);
    expect(await reads((tx) => tx.replace(items, { id: "a", n: 2 }, 1))).toBe(0);
    expect(await reads((tx) => tx.get(items, "a"))).toBe(0);
    const undone = store.transaction(async (tx) => {
      await tx.replace(items, { id: "a", n: 3 }, 2);
      throw new RangeError("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await reads((tx) => tx.get(items, "a"))).toBe(1);
    expect(await reads((tx) => tx.get(items, "a"))).toBe(0);
    expect((await store.get(items, "a"))?.value.n).toBe(2);
    await store.close();
  });

  test("take bounded room: long ones are read anew, and the oldest ones once others came", async () => {
    const { database, store } = await open("room");
    const reads = async (id: string): Promise<number> => {
      database.arm(() => false);
      await store.transaction((tx) => tx.get(items, id));
      return database.log.length;
    };
    await store.insert(items, { id: "long", n: 1, text: "x".repeat(5000) });
    expect([await reads("long"), await reads("long")]).toEqual([1, 1]);
    await store.insert(items, { id: "first", n: 1 });
    await store.transaction(async (tx) => {
      for (let n = 0; n < 530; n += 1) {
        await tx.insert(items, { id: `n${n}`, n, text: "x".repeat(4000) });
      }
    });
    expect([await reads("n529"), await reads("first")]).toEqual([0, 1]);
    await store.close();
  });
});
