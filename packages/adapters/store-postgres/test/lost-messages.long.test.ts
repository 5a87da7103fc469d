import { defineCollection, type Entity, type Store } from "@bourse/kernel";
import { missingPostgres, startPostgres, type TestPostgres } from "test-postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openPostgresStore } from "../src/index.ts";
import { CuttingProxy, type Cut } from "./cutting-proxy.ts";

interface Item extends Entity {
  readonly n?: number;
  readonly code?: string;
}
const items = defineCollection<Item>()({
  name: "items",
  indexes: { by_code: { fields: ["code"], unique: true } },
});
const collections = [items];

const BASE = { value: { id: "base", n: 0, code: "x" }, version: 1 };
const FIRST = [
  { value: { id: "a", n: 1 }, version: 1 },
  { value: { id: "base", n: 1, code: "x" }, version: 2 },
];
const SECOND = { value: { id: "b", code: "y" }, version: 1 };

async function all(store: Store): Promise<unknown> {
  return (await store.find(items, { limit: 1000 })).items;
}

const missing = missingPostgres();

describe.skipIf(missing !== null)("a PostgreSQL store", () => {
  let server: TestPostgres;
  const proxy = new CuttingProxy();
  let url: string;
  beforeAll(async () => {
    server = await startPostgres();
    const port = await proxy.listen(server.port);
    url = server.url().replace(`:${server.port}/`, `:${port}/`);
  }, 60_000);
  afterAll(async () => {
    await proxy.close();
    await server.stop();
  });

  /** Runs a transaction and a write while message n is cut; tells whether there was such a message. */
  async function strike(schema: string, n: number, cut: Cut): Promise<boolean> {
    const store = await openPostgresStore({ url, schema, collections, poolSize: 2 });
    const direct = await openPostgresStore({ url: server.url(), schema, collections });
    await direct.insert(items, BASE.value);
    proxy.arm(n, cut);
    const [first] = await Promise.allSettled([
      store.transaction(async (tx) => {
        await tx.replace(items, { id: "base", n: 1, code: "x" }, 1);
        await tx.insert(items, { id: "a", n: 1 });
      }),
    ]);
    const [second] = await Promise.allSettled([store.insert(items, SECOND.value)]);
    const struck = proxy.seen >= n;
    proxy.arm(Infinity, cut);
    const found = await all(direct);
    /** True when it stands, null when nobody promised anything. */
    const stands = (outcome: PromiseSettledResult<unknown>): boolean | null => {
      if (outcome.status === "fulfilled") return true;
      expect(outcome.reason).toMatchObject({ code: "STORE_IO" });
      const { details } = outcome.reason as { readonly details: { readonly outcome: string } };
      return details.outcome === "none" ? false : null;
    };
    const states = [true, false].flatMap((one) =>
      [true, false]
        .filter((two) => (stands(first) ?? one) === one && (stands(second) ?? two) === two)
        .map((two) =>
          [...(one ? FIRST : [BASE]), ...(two ? [SECOND] : [])].toSorted((a, b) =>
            a.value.id < b.value.id ? -1 : 1,
          ),
        ),
    );
    expect(states, `message ${n} cut ${cut}`).toContainEqual(found);
    // The pool has replaced what was cut.
    await store.insert(items, { id: "later", code: "z" });
    await store.close();
    await direct.close();
    return struck;
  }

  test.each(["before", "after"] as const)(
    "holds exactly what it acknowledged when any one message is cut %s it arrives",
    async (cut) => {
      let n = 1;
      while (await strike(`${cut}_${n}`, n, cut)) n += 1;
      expect(n, "messages of the two writes").toBeGreaterThan(12);
    },
    60_000,
  );
});
