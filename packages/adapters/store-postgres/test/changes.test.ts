import { defineCollection, type Entity, type Store, type StoreNews } from "@bourse/kernel";
import { Client } from "pg";
import { missingPostgres, startPostgres, type TestPostgres } from "test-postgres";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { openPostgresStore, type PostgresStoreOptions } from "../src/index.ts";
import { CuttingProxy } from "./cutting-proxy.ts";

interface Item extends Entity {
  readonly n?: number;
}
const items = defineCollection<Item>()({ name: "items" });
const collections = [items];

const missing = missingPostgres();

describe.skipIf(missing !== null)("who watches a PostgreSQL store", () => {
  let server: TestPostgres;
  const proxy = new CuttingProxy();
  let cut: string;
  beforeAll(async () => {
    server = await startPostgres();
    cut = server.url().replace(`:${server.port}/`, `:${await proxy.listen(server.port)}/`);
  }, 60_000);
  afterAll(async () => {
    await proxy.close();
    await server.stop();
  });

  const open = (schema: string, options: Partial<PostgresStoreOptions> = {}): Promise<Store> =>
    openPostgresStore({ url: server.url(), schema, collections, ...options });

  /** The ids in the news, and "reset" for a reset. */
  async function idsOf(store: Store): Promise<readonly string[]> {
    const heard: string[] = [];
    await store.watch((news: StoreNews) => {
      heard.push(...(news.kind === "reset" ? ["reset"] : news.changes.map(({ id }) => id)));
    });
    return heard;
  }

  test("hears of what another process commits", async () => {
    const [here, there] = [await open("others"), await open("others")];
    const heard = await idsOf(here);
    await there.insert(items, { id: "a" });
    await there.transaction((tx) => tx.insert(items, { id: "b" }));
    await vi.waitUntil(() => heard.length === 2, { timeout: 10_000 });
    expect(heard).toEqual(["a", "b"]);
    await here.close();
    await there.close();
  });

  test("hears of a transaction that began first and committed last, and of those that overtook it at once", async () => {
    const [here, there] = [await open("overtaken"), await open("overtaken")];
    const heard = await idsOf(here);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const slow = there.transaction(async (tx) => {
      await tx.insert(items, { id: "slow" });
      begin();
      await released;
    });
    await begun;
    await there.insert(items, { id: "fast" });
    await vi.waitUntil(() => heard.includes("fast"), { timeout: 10_000 });
    expect(heard).toEqual(["fast"]);
    release();
    await slow;
    await vi.waitUntil(() => heard.includes("slow"), { timeout: 10_000 });
    await there.insert(items, { id: "later" });
    await vi.waitUntil(() => heard.includes("later"), { timeout: 10_000 });
    expect(heard).toEqual(["fast", "slow", "later"]);
    await here.close();
    await there.close();
  });

  test("misses nothing over connections that are cut all the time", async () => {
    const [here, there] = [await open("cut_off", { url: cut }), await open("cut_off")];
    const heard = await idsOf(here);
    const expected = Array.from({ length: 200 }, (_, n) => `n${n}`);
    for (const [n, id] of expected.entries()) {
      if (n % 10 === 0) proxy.drop();
      await there.insert(items, { id });
    }
    await vi.waitUntil(() => heard.length >= expected.length, { timeout: 20_000 });
    expect(heard).toEqual(expected);
    await here.close();
    await there.close();
  });

  test("that was away for longer than changes are kept is told to read anew, and then hears again", async () => {
    const [here, there] = [await open("trimmed", { url: cut }), await open("trimmed")];
    const heard = await idsOf(here);
    proxy.pause();
    await there.insert(items, { id: "missed" });
    const client = new Client(server.url());
    await client.connect();
    await client.query("UPDATE trimmed._changes SET at = at - interval '1 day'");
    const { rowCount } = await client.query("SELECT 1 FROM trimmed._changes");
    expect(rowCount).toBe(1);
    await (await open("trimmed", { changesKeptMilliseconds: 1000 })).close();
    const trimmer = await open("trimmed", { changesKeptMilliseconds: 1000 });
    await vi.waitUntil(
      async () => (await client.query("SELECT 1 FROM trimmed._changes")).rowCount === 0,
      { timeout: 10_000 },
    );
    proxy.resume();
    await vi.waitUntil(() => heard.length > 0, { timeout: 10_000 });
    expect(heard).toEqual(["reset"]);
    await there.insert(items, { id: "after" });
    await vi.waitUntil(() => heard.includes("after"), { timeout: 10_000 });
    expect(heard).toEqual(["reset", "after"]);
    await client.end();
    await Promise.all([here, there, trimmer].map((store) => store.close()));
  });

  describe("of a schema that a dump has brought from an older cluster", () => {
    /** Leaves the schema as a restored dump does: with numbers that this cluster reaches in years. */
    async function restoreFromOlder(schema: string): Promise<void> {
      const client = new Client(server.url());
      await client.connect();
      await client.query(`UPDATE ${schema}._store SET trimmed = '7000000000'`);
      await client.query(
        `INSERT INTO ${schema}._changes (xid, collection, id, version) VALUES ('7000000001', 'items', 'older', 1)`,
      );
      await client.end();
    }

    /** Resolves when `count` commits have been heard of, each of them at a look of its own. */
    async function hearOf(store: Store, heard: readonly string[], count: number): Promise<void> {
      for (let n = 0; n < count; n += 1) {
        await store.insert(items, { id: `new-${n}` });
        await vi.waitUntil(() => heard.includes(`new-${n}`), { timeout: 10_000 });
      }
    }

    test("hears of commits alone, when it was opened after the restore", async () => {
      await (await open("restored")).close();
      await restoreFromOlder("restored");
      const store = await open("restored");
      const heard = await idsOf(store);
      await hearOf(store, heard, 3);
      expect(heard).toEqual(["new-0", "new-1", "new-2"]);
      await store.close();
    });

    test("is told to read anew once, when it was there at the restore", async () => {
      const store = await open("restored_under");
      const heard = await idsOf(store);
      await hearOf(store, heard, 1);
      await restoreFromOlder("restored_under");
      await vi.waitUntil(() => heard.includes("reset"), { timeout: 10_000 });
      await store.insert(items, { id: "after" });
      await vi.waitUntil(() => heard.includes("after"), { timeout: 10_000 });
      await store.insert(items, { id: "later" });
      await vi.waitUntil(() => heard.includes("later"), { timeout: 10_000 });
      expect(heard.slice(heard.indexOf("reset"))).toEqual(["reset", "after", "later"]);
      await store.close();
    });
  });

  test("needs no rights but those on a schema of its own", async () => {
    const client = new Client(server.url());
    await client.connect();
    await client.query(
      "CREATE ROLE plain LOGIN PASSWORD 'plain'; CREATE SCHEMA plain AUTHORIZATION plain",
    );
    await client.end();
    const url = server.url().replace(/\/\/[^@]*@/u, "//plain:plain@");
    const [here, there] = [await open("plain", { url }), await open("plain", { url })];
    const heard = await idsOf(here);
    await there.insert(items, { id: "a" });
    await vi.waitUntil(() => heard.length > 0, { timeout: 10_000 });
    expect(heard).toEqual(["a"]);
    expect(await here.history()).toMatch(/^\d+-0{7}1-\d+$/u);
    expect(await there.history()).toBe(await here.history());
    await Promise.all([here.close(), there.close()]);
  });
});
