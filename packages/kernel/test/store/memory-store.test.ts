import { describe, expect, test } from "vitest";

import { createMemoryStore, defineCollection, type Entity } from "../../src/store/index.ts";

interface Job extends Entity {
  readonly status: string;
  readonly created: number;
}

const jobs = defineCollection<Job>()({
  name: "jobs",
  indexes: { by_status: { fields: ["status", "created"] } },
});

describe("the memory store", () => {
  test("finds by an equality and a range, in both orders, page by page", async () => {
    const store = createMemoryStore({ collections: [jobs] });
    for (let i = 0; i < 10; i += 1) {
      await store.insert(jobs, { id: `j${i}`, status: i % 2 ? "odd" : "even", created: i });
    }
    const query = {
      index: "by_status",
      equals: ["odd"],
      range: { gte: 3 },
      order: "desc",
      limit: 2,
    } as const;
    const first = await store.find(jobs, query);
    expect(first.items.map(({ value }) => value.id)).toEqual(["j9", "j7"]);
    const second = await store.find(jobs, { ...query, cursor: first.next! });
    expect(second.items.map(({ value }) => value.id)).toEqual(["j5", "j3"]);
    expect(second.next).toBeNull();
    expect(await store.count(jobs, { index: "by_status", equals: ["even"] })).toBe(5);
    await store.close();
  });

  test("finds pages by its indexes: a thousand of them among 50,000 documents take no thousand scans", async () => {
    const store = createMemoryStore({ collections: [jobs] });
    const documents = 50_000;
    await store.transaction(async (tx) => {
      for (let i = 0; i < documents; i += 1) {
        await tx.insert(jobs, { id: `j${i}`, status: "x", created: (i * 7919) % documents });
      }
    });
    const started = performance.now();
    for (let i = 0; i < 1000; i += 1) {
      const query = {
        index: "by_status",
        equals: ["x"],
        range: { gte: i * 45 },
        limit: 5,
      } as const;
      const { items } = await store.find(jobs, query);
      expect(items.map(({ value }) => value.created)).toEqual(
        [0, 1, 2, 3, 4].map((n) => i * 45 + n),
      );
      expect(await store.count(jobs, query)).toBe(documents - i * 45);
    }
    // Scans and sorts of 50,000 would take minutes; this takes a fraction of a second on a slow machine.
    expect(performance.now() - started, "milliseconds").toBeLessThan(10_000);
    await store.close();
  });
});
