import { assert, asyncProperty, integer } from "fast-check";
import { expect, test } from "vitest";

import {
  createMemoryStore,
  defineCollection,
  everyDocument,
  type Entity,
} from "../../src/store/index.ts";

interface Item extends Entity {
  readonly kind: number;
}

const items = defineCollection<Item>()({
  name: "items",
  indexes: { by_kind: { fields: ["kind"] } },
});

test("every document comes once, in the query's order, however many pages there are", async () => {
  await assert(
    asyncProperty(integer({ min: 0, max: 1300 }), async (count) => {
      const store = createMemoryStore({ collections: [items] });
      await store.transaction(async (tx) => {
        for (let at = 0; at < count; at++) await tx.insert(items, { id: `i${at}`, kind: at % 2 });
      });
      const ids: string[] = [];
      const query = { index: "by_kind", equals: [1], order: "desc" } as const;
      for await (const { value } of everyDocument(store, items, query)) ids.push(value.id);
      const expected = Array.from({ length: count }, (_, at) => `i${at}`).filter((_, at) => at % 2);
      expect(ids).toEqual(expected.toSorted().toReversed());
    }),
    { numRuns: 20 },
  );
});
