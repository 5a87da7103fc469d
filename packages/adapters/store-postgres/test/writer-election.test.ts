import { defineCollection, type Entity, type Store } from "@bourse/kernel";
import { Client } from "pg";
import { missingPostgres, startPostgres, type TestPostgres } from "test-postgres";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { createWriterElection, openPostgresStore, type WriterTerm } from "../src/index.ts";

interface Item extends Entity {
  readonly n?: number;
}
const items = defineCollection<Item>()({ name: "items" });
const FENCED = { code: "STORE_FENCED", details: { outcome: "none" } };

const missing = missingPostgres();

describe.skipIf(missing !== null)("the one writer of a PostgreSQL store", () => {
  let server: TestPostgres;
  let schemas = 0;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.stop());

  async function open(schema: string, writerTerm: number | null): Promise<Store> {
    const store = await openPostgresStore({
      url: server.url(),
      schema,
      collections: [items],
      writerTerm,
    });
    onTestFinished(() => store.close());
    return store;
  }

  /** A schema of its own, and candidates for its writer. */
  async function contest() {
    const schema = `contest_${(schemas += 1)}`;
    await open(schema, null);
    const candidate = () => {
      const election = createWriterElection({ url: server.url(), schema });
      onTestFinished(() => election.close());
      return election;
    };
    const take = async (): Promise<WriterTerm> => {
      const term = await candidate().take(AbortSignal.timeout(10_000));
      onTestFinished(() => term.end());
      return term;
    };
    return { schema, candidate, take };
  }

  async function asOwner(text: string): Promise<unknown[]> {
    const client = new Client({ connectionString: server.url() });
    await client.connect();
    const { rows } = await client.query(text);
    await client.end();
    return rows as unknown[];
  }

  test("leaves the transactions of those who stand by alone, such as one that is opening the schema", async () => {
    const { schema, take } = await contest();
    const [standby] = await asOwner(
      `SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE application_name LIKE '%${schema}'`,
    );
    const { name } = standby as { readonly name: string };
    const opening = new Client({ connectionString: server.url(), application_name: name });
    await opening.connect();
    onTestFinished(() => opening.end().catch(() => undefined));
    await opening.query("BEGIN");
    await take();
    expect((await opening.query("COMMIT")).command).toBe("COMMIT");
  });

  test("is one of several candidates, and the next one is it as soon as its term ends", async () => {
    const { candidate, take } = await contest();
    const first = await take();
    const others = [candidate(), candidate()];
    expect(await Promise.all(others.map((other) => other.tryTake()))).toEqual([
      undefined,
      undefined,
    ]);
    const waiting = Promise.all(
      others.map(async (other) => {
        const term = await other.take(AbortSignal.timeout(10_000));
        await term.confirm();
        await term.end();
        return term.term;
      }),
    );
    await first.confirm();
    await first.end();
    expect((await waiting).toSorted((one, other) => one - other)).toEqual([
      first.term + 1,
      first.term + 2,
    ]);
    await expect(first.confirm()).rejects.toMatchObject(FENCED);
  });

  test("writes; a process that is not the writer reads, and each of its writes is refused", async () => {
    const { schema, take } = await contest();
    const { term } = await take();
    const writer = await open(schema, term);
    await writer.insert(items, { id: "a" });
    const { version } = await writer.replace(items, { id: "a", n: 1 }, 1);
    const other = await open(schema, null);
    expect(await other.get(items, "a")).toEqual({ value: { id: "a", n: 1 }, version: 2 });
    await expect(other.insert(items, { id: "b" })).rejects.toMatchObject(FENCED);
    await expect(other.replace(items, { id: "a" }, version)).rejects.toMatchObject(FENCED);
    await expect(other.delete(items, "a")).rejects.toMatchObject(FENCED);
    const all = other.transaction(async (tx) => {
      await tx.insert(items, { id: "b" }).catch(() => undefined);
      return tx.insert(items, { id: "c" });
    });
    await expect(all).rejects.toMatchObject(FENCED);
    expect(await writer.count(items)).toBe(1);
  });

  test("is told when the server ends its session, and its store refuses what it still tries", async () => {
    const { schema, take } = await contest();
    const old = await take();
    const store = await open(schema, old.term);
    await store.insert(items, { id: "before" });
    const over = new Promise<void>((resolve) =>
      old.over.addEventListener("abort", () => resolve()),
    );
    await asOwner(
      "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1",
    );
    const next = await take();
    await over;
    expect(next.term).toBe(old.term + 1);
    expect(next.place).toBe(old.place);
    await expect(store.insert(items, { id: "after" })).rejects.toMatchObject(FENCED);
    const writer = await open(schema, next.term);
    expect(await writer.count(items)).toBe(1);
  });

  test("that stops within a transaction commits nothing of it once the next one has begun", async () => {
    const { schema, take } = await contest();
    const old = await take();
    const store = await open(schema, old.term);
    const inside = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const late = store.transaction(async (tx) => {
      await tx.insert(items, { id: "late" });
      inside.resolve();
      await goOn.promise;
      await tx.insert(items, { id: "later" });
    });
    late.catch(() => undefined);
    await inside.promise;
    await old.end();
    const next = await take();
    const writer = await open(schema, next.term);
    expect(await writer.count(items)).toBe(0);
    await writer.insert(items, { id: "new" });
    goOn.resolve();
    await expect(late).rejects.toMatchObject(FENCED);
    expect((await writer.find(items)).items.map(({ value }) => value.id)).toEqual(["new"]);
  });
});
