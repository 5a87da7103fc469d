/** A server that has fewer connections for a store than its pools would use. */

import { defineCollection, type Entity, type Store } from "@bourse/kernel";
import { Client } from "pg";
import { missingPostgres, startPostgres, type TestPostgres } from "test-postgres";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";

import { examinePostgres, openPostgresStore, type PostgresStoreOptions } from "../src/index.ts";

interface Item extends Entity {
  readonly n: number;
}
const items = defineCollection<Item>()({ name: "items" });

const missing = missingPostgres();

describe.skipIf(missing !== null)("a PostgreSQL store with few connections", () => {
  let server: TestPostgres;
  let admin: Client;
  let roles = 0;
  beforeAll(async () => {
    server = await startPostgres();
    admin = new Client(server.url());
    await admin.connect();
  }, 60_000);
  afterAll(async () => {
    await admin.end();
    await server.stop();
  });

  /** Address for a user of its own, who may have so many connections. */
  async function limitedTo(connections: number): Promise<string> {
    const role = `few_${(roles += 1)}`;
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'few' CONNECTION LIMIT ${connections}`);
    await admin.query(`CREATE SCHEMA ${role} AUTHORIZATION ${role}`);
    return `postgres://${role}:few@127.0.0.1:${server.port}/postgres`;
  }

  async function open(url: string, options: Partial<PostgresStoreOptions> = {}): Promise<Store> {
    const schema = new URL(url).username;
    const store = await openPostgresStore({ url, schema, collections: [items], ...options });
    onTestFinished(() => store.close());
    return store;
  }

  /** Connects until the user has none left. */
  async function takeAll(url: string): Promise<readonly Client[]> {
    const taken: Client[] = [];
    onTestFinished(async () => {
      for (const client of taken) await client.end();
    });
    for (;;) {
      const client = new Client(url);
      try {
        await client.connect();
      } catch (error) {
        expect(error).toMatchObject({ code: "53300" });
        return taken;
      }
      taken.push(client);
    }
  }

  async function examined(url: string) {
    const [connections, clock] = await examinePostgres(url, { connections: 11 });
    return { connections: connections!, clock };
  }

  const count = (n: number): readonly number[] => Array.from({ length: n }, (_, at) => at);

  test("answers every request, over the connections that it has", async () => {
    const store = await open(await limitedTo(4));
    await store.watch(() => undefined);
    const answers = await Promise.allSettled(
      count(60).flatMap((n) => [
        store.insert(items, { id: `one-${n}`, n }),
        store.transaction((tx) => tx.insert(items, { id: `more-${n}`, n })),
        store.count(items),
      ]),
    );
    expect(answers.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(await store.count(items)).toBe(120);
  });

  test("gives a connection of its reads to its writes, when those have lost all of theirs", async () => {
    const url = await limitedTo(6);
    const store = await open(url);
    await Promise.all(count(30).map(() => store.count(items)));
    await admin.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1 AND " +
        "query !~ 'count'",
      [new URL(url).username],
    );
    await takeAll(url);
    const answers = await Promise.allSettled(
      count(20).flatMap((n) => [store.insert(items, { id: `${n}`, n }), store.count(items)]),
    );
    expect(answers.filter(({ status }) => status === "rejected")).toEqual([]);
  });

  test("uses more connections again as soon as there are", async () => {
    const url = await limitedTo(8);
    const store = await open(url);
    const others = await takeAll(url);
    expect(others.length).toBeGreaterThan(4);
    await Promise.all(count(20).map(() => store.count(items)));
    for (const client of others) await client.end();
    const { username } = new URL(url);
    await vi.waitFor(async () => {
      await Promise.all(count(20).map(() => store.count(items)));
      const { rows } = await admin.query(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE usename = $1",
        [username],
      );
      expect(rows).toEqual([{ n: expect.any(Number) as number }]);
      expect((rows[0] as { readonly n: number }).n).toBeGreaterThan(4);
    }, 5000);
  });

  test("is opened when another process gives a connection back in time", async () => {
    const url = await limitedTo(4);
    const others = await takeAll(url);
    const opening = open(url);
    for (const client of others) await client.end();
    expect(await (await opening).count(items)).toBe(0);
  });

  test("warns at its opening of connections that it will not get, and names who has them", async () => {
    const url = await limitedTo(8);
    const sentences: string[] = [];
    const warn = (sentence: string): void => void sentences.push(sentence);
    await open(url, { warn, poolSize: 6 });
    expect(sentences).toEqual([]);
    await open(url, { warn, poolSize: 6 });
    expect(sentences).toEqual([expect.stringMatching(/up to 7 connections.* has \d left/)]);
    const { username } = new URL(url);
    expect(sentences[0]).toContain(`the connection limit of the user "${username}" = 8`);
    expect(sentences[0]).toMatch(new RegExp(`\\d used: bourse ${username} \\w+ \\d`));
  });

  test("is examined as a user finds it: what the server keeps for others is no connection of his", async () => {
    const { connections, clock } = await examined(await limitedTo(-1));
    expect(connections.kind).toBe("ok");
    expect(connections.sentence).toMatch(
      /gives 197 connections \(max_connections = 200 less 3 that are reserved; \d+ used: .*up to 11$/,
    );
    expect(clock).toEqual({ kind: "ok", sentence: expect.stringContaining("agree") as string });
    const limited = (await examined(await limitedTo(10))).connections;
    expect(limited).toMatchObject({ kind: "problem" });
    expect(limited.sentence).toMatch(/gives 10 connections.*none is used.*POOL_SIZE/);
    const crowded = await limitedTo(12);
    await open(crowded);
    expect((await examined(crowded)).connections).toMatchObject({ kind: "note" });
  });

  test("says in words that there was none for it, or that its own were in use", async () => {
    const full = await limitedTo(3);
    const others = await takeAll(full);
    expect(others).toHaveLength(3);
    const words = { code: "STORE_IO", details: { outcome: "none" } };
    const opening = open(full, { connectTimeoutMilliseconds: 1000 });
    await expect(opening).rejects.toMatchObject(words);
    await expect(opening).rejects.toThrow(/no connection left for this process.*POOL_SIZE/);

    const small = await open(await limitedTo(10), {
      poolSize: 2,
      connectTimeoutMilliseconds: 1000,
    });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const holder = small.transaction(async (tx) => {
      await tx.count(items);
      await held;
    });
    const waiting = small.insert(items, { id: "late", n: 0 });
    await expect(waiting).rejects.toMatchObject(words);
    await expect(waiting).rejects.toThrow(/all 1 connections.*in use for 1000 ms.*POOL_SIZE/);
    release();
    await holder;
  });
});
