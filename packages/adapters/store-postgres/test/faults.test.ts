import { defineCollection, type Entity, type Store } from "@bourse/kernel";
import { Client } from "pg";
import { missingPostgres, startPostgres, type TestPostgres } from "test-postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { faultOf } from "../src/fault.ts";
import { openPostgresStore } from "../src/index.ts";
import { CuttingProxy } from "./cutting-proxy.ts";

interface Item extends Entity {
  readonly n?: number;
  readonly code?: string;
}
const items = defineCollection<Item>()({
  name: "items",
  indexes: { by_code: { fields: ["code"], unique: true } },
});
const more = defineCollection<Item>()({
  name: "items",
  indexes: { by_code: { fields: ["code"], unique: true }, by_n: { fields: ["n"] } },
});
const collections = [items];

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

  test.each(["before", "after"] as const)(
    "is opened and migrated by a repetition, at whichever message the start was cut off %s",
    async (cut) => {
      const schema = `start_${cut}`;
      const reopen = (given: typeof collections, at: string): Promise<Store> =>
        openPostgresStore({ url: at, schema, collections: given });
      let cuts = 0;
      // First an empty schema, then one that gains an index over documents.
      for (const given of [collections, [more]] as (typeof collections)[]) {
        for (let n = 1; ; n += 1) {
          proxy.arm(n, cut);
          const opened = await reopen(given, url).catch((error: unknown) => {
            expect(error).toMatchObject({ code: "STORE_IO" });
            return undefined;
          });
          const struck = proxy.seen >= n;
          proxy.arm(Infinity, cut);
          await opened?.close();
          if (!struck) break;
          cuts += 1;
        }
        const store = await reopen(given, server.url());
        if (given === collections) await store.insert(items, { id: "a", n: 5 });
        await store.close();
      }
      const store = await reopen([more], server.url());
      expect((await store.find(more, { index: "by_n", equals: [5] })).items).toHaveLength(1);
      await store.close();
      expect(cuts).toBeGreaterThan(20);
    },
    60_000,
  );

  test("is opened by many at once, who make its tables once", async () => {
    const stores = await Promise.all(
      Array.from({ length: 8 }, () =>
        openPostgresStore({ url: server.url(), schema: "at_once", collections }),
      ),
    );
    await stores[0]!.insert(items, { id: "a" });
    expect(await stores[7]!.count(items)).toBe(1);
    await Promise.all(stores.map((store) => store.close()));
  });

  test("repeats work that collided, and gives what its last run gives", async () => {
    const open = (): Promise<Store> =>
      openPostgresStore({ url: server.url(), schema: "collide", collections });
    const [one, other] = [await open(), await open()];
    await one.insert(items, { id: "sum", n: 0 });
    let runs = 0;
    const add = (store: Store, between?: () => Promise<unknown>): Promise<number> =>
      store.transaction(async (tx) => {
        runs += 1;
        const { value, version } = (await tx.get(items, "sum"))!;
        if (runs === 1) await between?.();
        const next = { id: "sum", n: (value.n ?? 0) + 1 };
        await tx.replace(items, next, version);
        return next.n;
      });
    const collided = await add(one, () => add(other));
    expect([collided, runs], "the first ran again").toEqual([2, 3]);
    const sums = await Promise.all(
      Array.from({ length: 40 }, (_, at) => add(at % 2 === 0 ? one : other)),
    );
    expect(sums.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, at) => at + 3));
    await one.close();
    await other.close();
  });

  test("never lets two transactions both succeed that each rely on what the other changes", async () => {
    const open = (): Promise<Store> =>
      openPostgresStore({ url: server.url(), schema: "skew", collections });
    const stores = [await open(), await open()];
    await stores[0]!.insert(items, { id: "ann" });
    await stores[0]!.insert(items, { id: "bob" });
    let counted = 0;
    const { promise: bothCounted, resolve } = Promise.withResolvers<void>();
    const leave = (store: Store, id: string): Promise<void> =>
      store.transaction(async (tx) => {
        if ((await tx.count(items)) < 2) throw new Error("somebody has to stay");
        counted += 1;
        if (counted >= 2) resolve();
        await bothCounted;
        await tx.delete(items, id);
      });
    const outcomes = await Promise.allSettled([leave(stores[0]!, "ann"), leave(stores[1]!, "bob")]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await stores[0]!.count(items)).toBe(1);
    await Promise.all(stores.map((store) => store.close()));
  });

  test("lets two transactions of one process end that want each other's documents", async () => {
    const store = await openPostgresStore({
      url: server.url(),
      schema: "crossed",
      collections,
      statementTimeoutMilliseconds: 60_000,
    });
    await store.insert(items, { id: "one", n: 0 });
    await store.insert(items, { id: "two", n: 0 });
    const { promise: oneWritten, resolve: wroteOne } = Promise.withResolvers<void>();
    const { promise: twoRead, resolve: readTwo } = Promise.withResolvers<void>();
    const first = store.transaction(async (tx) => {
      const { version = 0, value } = (await tx.get(items, "one")) ?? {};
      await tx.replace(items, { id: "one", n: (value?.n ?? 0) + 1 }, version);
      wroteOne();
      await twoRead;
      await tx.get(items, "two");
    });
    const second = store.transaction(async (tx) => {
      await tx.get(items, "two");
      await oneWritten;
      readTwo();
      const { items: found } = await tx.find(items, { limit: 1 });
      const { version, value } = found[0]!;
      await tx.replace(items, { id: "one", n: (value.n ?? 0) + 1 }, version);
    });
    await Promise.all([first, second]);
    expect((await store.get(items, "one"))?.value.n).toBe(2);
    await store.close();
  });

  test("answers all who want one document while the server is silent, without each waiting for those before it", async () => {
    const store = await openPostgresStore({
      url: server.url(),
      schema: "silent",
      collections,
      statementTimeoutMilliseconds: 500,
      connectTimeoutMilliseconds: 500,
    });
    await store.insert(items, { id: "one", n: 0 });
    await server.signal("SIGSTOP");
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, () =>
        store.transaction(async (tx) => {
          const { value, version } = (await tx.get(items, "one"))!;
          await tx.replace(items, { ...value, n: 1 }, version);
        }),
      ),
    );
    await server.signal("SIGCONT");
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "STORE_IO" } });
    }
    expect((await store.get(items, "one"))?.value.n).toBe(0);
    await store.close();
  }, 15_000);

  test("gives up a table that somebody has locked by hand after half the time limit of a statement", async () => {
    const store = await openPostgresStore({
      url: server.url(),
      schema: "locked",
      collections,
      statementTimeoutMilliseconds: 1000,
    });
    const client = new Client(server.url());
    await client.connect();
    await client.query("BEGIN; LOCK TABLE locked.items IN ACCESS EXCLUSIVE MODE");
    for (const call of [
      () => store.insert(items, { id: "one" }),
      () => store.get(items, "one"),
      () => store.transaction((tx) => tx.insert(items, { id: "one" })),
    ]) {
      await expect(call()).rejects.toMatchObject({
        code: "STORE_IO",
        details: { outcome: "none" },
        cause: { code: "55P03" },
      });
    }
    await client.end();
    await store.insert(items, { id: "one" });
    await store.close();
  });

  test("tells a full disk and a damaged database apart from a lost connection", () => {
    const codeOf = (sqlState: string): unknown =>
      faultOf(Object.assign(new Error("no"), { code: sqlState }), "place").code;
    expect(["53100", "XX001", "57P01", "57014", "ECONNRESET"].map(codeOf)).toEqual([
      "STORE_FULL",
      "STORE_CORRUPT",
      "STORE_IO",
      "STORE_IO",
      "STORE_IO",
    ]);
  });

  test("of another program, another format or another key is refused and kept", async () => {
    const client = new Client(server.url());
    await client.connect();
    await client.query("CREATE SCHEMA theirs; CREATE TABLE theirs.notes (text text)");
    const open = (schema: string, options = {}): Promise<Store> =>
      openPostgresStore({ url: server.url(), schema, collections, ...options });
    await expect(open("theirs")).rejects.toMatchObject({ code: "STORE_CORRUPT" });
    expect((await client.query("SELECT * FROM theirs.notes")).rowCount).toBe(0);
    await (await open("newer")).close();
    await client.query("UPDATE newer._store SET format = 99");
    await expect(open("newer")).rejects.toThrow(/format 99.*run the newer release/);
    await (await open("keyed", { checksumKey: new Uint8Array(32) })).close();
    await expect(open("keyed")).rejects.toMatchObject({ code: "STORE_KEY_INVALID" });
    await expect(openPostgresStore({ url: server.url(), schema: "nowhere" })).rejects.toMatchObject(
      { code: "STORE_NOT_FOUND" },
    );
    await client.end();
  });

  test("never shows its password in an error", async () => {
    const wrong = server.url().replace(/:[^:@]*@/, ":hunter2@");
    for (const address of [wrong, "postgres://u:hunter2@127.0.0.1:1/x", "postgres://u:hunter2@h"]) {
      const error: unknown = await openPostgresStore({ url: address, collections }).catch(
        (reason: unknown) => reason,
      );
      expect(String(error)).toMatch(/^StoreError|STORE/);
      expect(String(error) + JSON.stringify(error)).not.toContain("hunter2");
    }
  });
});
