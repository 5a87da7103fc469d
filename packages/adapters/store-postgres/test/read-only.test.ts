/** A database that takes no writes for a while, and sessions that outlive it. */

import { defineCollection, type Entity, type Store } from "@bourse/kernel";
import { Client } from "pg";
import { missingPostgres, startPostgres, type TestPostgres } from "test-postgres";
import { LossyProxy } from "test-postgres/lossy-proxy";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";

import { Connections } from "../src/connections.ts";
import { isConnectionFault } from "../src/fault.ts";
import { createWriterElection, openPostgresStore } from "../src/index.ts";

const items = defineCollection<Entity>()({ name: "items" });

/** Longest time in milliseconds from the moment at which writes are possible again to the first that succeeds. */
const BACK = { timeout: 15_000, interval: 20 };
const NOTHING_DONE = { code: "STORE_IO", details: { outcome: "none" } };

const missing = missingPostgres();

describe.skipIf(missing !== null)("a PostgreSQL store over a database that was read-only", () => {
  let server: TestPostgres;
  let schemas = 0;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.stop());

  async function asOwner(...texts: readonly string[]): Promise<void> {
    const client = new Client(server.url());
    await client.connect();
    for (const text of ["SET default_transaction_read_only = off", ...texts]) {
      await client.query(text);
    }
    await client.end();
  }

  const nextSchema = (): string => `read_only_${(schemas += 1)}`;

  async function open(port = server.port): Promise<Store> {
    const url = server.url().replace(`:${server.port}/`, `:${port}/`);
    const store = await openPostgresStore({ url, schema: nextSchema(), collections: [items] });
    onTestFinished(() => store.close());
    return store;
  }

  /**
   * Makes the database read-only for the sessions that begin from now on, and ends those of before. The function that
   * it returns lets sessions write that begin later.
   */
  async function forbidWrites(): Promise<() => Promise<void>> {
    const allow = (): Promise<void> =>
      asOwner("ALTER DATABASE postgres RESET default_transaction_read_only");
    onTestFinished(allow);
    await asOwner(
      "ALTER DATABASE postgres SET default_transaction_read_only = on",
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()",
    );
    return allow;
  }

  /** Makes the server read-only for all sessions, until the function is called that it returns. */
  async function forbidAllWrites(): Promise<() => Promise<void>> {
    const reload = "SELECT pg_reload_conf()";
    await asOwner("ALTER SYSTEM SET default_transaction_read_only = on", reload);
    return () => asOwner("ALTER SYSTEM RESET default_transaction_read_only", reload);
  }

  /** Writes until the store says that the database takes none. */
  const untilRefused = (store: Store): Promise<void> =>
    vi.waitFor(
      () =>
        expect(store.insert(items, { id: "refused" })).rejects.toThrow(
          /read-only transaction|hot standby/,
        ),
      BACK,
    );
  const untilDone = (work: () => Promise<unknown>): Promise<unknown> => vi.waitFor(work, BACK);

  test("writes, runs transactions and is ready within 5 s of its end, though all its sessions began meanwhile", async () => {
    const store = await open();
    await store.insert(items, { id: "before" });
    const allow = await forbidWrites();
    await untilRefused(store);
    // As many as the pools hold, so that each of their sessions is one of the outage.
    const refused = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => store.insert(items, { id: `refused-${n}` })),
    );
    for (const outcome of refused) {
      expect(outcome).toMatchObject({ status: "rejected", reason: NOTHING_DONE });
    }
    const transaction = store.transaction((tx) => tx.insert(items, { id: "refused" }));
    await expect(transaction).rejects.toMatchObject(NOTHING_DONE);
    await expect(store.probe()).rejects.toMatchObject(NOTHING_DONE);
    expect(await store.count(items), "reads go on").toBe(1);

    await allow();
    await untilDone(() => store.insert(items, { id: "after" }));
    await untilDone(() => store.probe());
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        store.transaction((tx) => tx.insert(items, { id: `after-${n}` })),
      ),
    );
    expect(await store.count(items)).toBe(22);
  });

  test("opens few sessions however many writes are refused", async () => {
    const proxy = new LossyProxy();
    onTestFinished(() => proxy.close());
    const store = await open(await proxy.listen(server.port));
    await forbidWrites();
    await untilRefused(store);
    const before = proxy.taken;
    const startedAt = performance.now();
    for (let n = 0; n < 300; n += 1) {
      await expect(store.insert(items, { id: `${n}` })).rejects.toMatchObject(NOTHING_DONE);
    }
    // A session that says so is replaced when it is older than a second.
    const seconds = Math.ceil((performance.now() - startedAt) / 1000);
    expect(proxy.taken - before).toBeLessThanOrEqual(10 * (seconds + 1));
  });

  test("ends the term of a writer whose session takes no writes, and begins the next when it can", async () => {
    const schema = nextSchema();
    const url = server.url();
    const store = await openPostgresStore({ url, schema, collections: [items], writerTerm: null });
    onTestFinished(() => store.close());
    const election = createWriterElection({ url, schema });
    onTestFinished(() => election.close());
    const first = (await election.tryTake())!;
    onTestFinished(() => first.end());
    const allow = await forbidAllWrites();
    onTestFinished(allow);
    await vi.waitUntil(() => first.over.aborted, BACK);
    await expect(first.confirm()).rejects.toMatchObject({ code: "STORE_FENCED" });
    await expect(election.tryTake()).rejects.toMatchObject(NOTHING_DONE);
    await allow();
    const next = await election.take(AbortSignal.timeout(5000));
    onTestFinished(() => next.end());
    expect(next.term).toBeGreaterThan(first.term);
  });
});

describe.skipIf(missing !== null)("a session that was left", () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.stop());

  /** Pools of one connection each. */
  function connect(): Connections {
    const connections = new Connections({
      url: server.url(),
      applicationName: "left",
      poolSize: 2,
      connectTimeoutMilliseconds: 3000,
      statementTimeoutMilliseconds: 3000,
      transactionIdleMilliseconds: 3000,
    });
    onTestFinished(() => connections.close());
    return connections;
  }
  const ONE = { name: "one", text: "SELECT 1 AS one" };

  test("within a failed transaction is never used again", async () => {
    const connections = connect();
    const left = await connections.connect();
    await left.query("BEGIN");
    await expect(left.query("SELECT 1 / 0")).rejects.toMatchObject({ code: "22012" });
    await expect(left.query("SELECT 1")).rejects.toMatchObject({ code: "25P02" });
    connections.giveBack(left);
    expect((await connections.write(ONE, [])).rows).toEqual([{ one: 1 }]);
  });

  test("without its prepared statements fails once", async () => {
    const connections = connect();
    await connections.write(ONE, []);
    const left = await connections.connect();
    await left.query("DEALLOCATE ALL");
    connections.giveBack(left);
    await expect(connections.write(ONE, [])).rejects.toMatchObject({ code: "26000" });
    expect((await connections.write(ONE, [])).rows).toEqual([{ one: 1 }]);
  });

  test("by a broken pipe counts as lost, though EPIPE has five characters as the codes of servers have", () => {
    const withCode = (code: string): Error => Object.assign(new Error("no"), { code });
    expect(["EPIPE", "ECONNRESET", "57P02", "08006"].map(withCode).map(isConnectionFault)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(["25006", "53300", "40001"].map(withCode).map(isConnectionFault)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
