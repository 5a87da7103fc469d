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

  test("takes a hundred thousand documents and still finds a page at once", async () => {
    const store = createMemoryStore({ collections: [jobs] });
    await store.transaction(async (tx) => {
      for (let i = 0; i < 100_000; i += 1) {
        await tx.insert(jobs, { id: `j${i}`, status: "x", created: (i * 7919) % 100_000 });
      }
    });
    const started = performance.now();
    for (let i = 0; i < 1000; i += 1) {
      await store.find(jobs, {
        index: "by_status",
        equals: ["x"],
        range: { gte: i * 90 },
        limit: 10,
      });
    }
    const perPage = (performance.now() - started) / 1000;
    expect(perPage, "milliseconds a page").toBeLessThan(1);
  });
});
