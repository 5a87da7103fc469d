/** A new index over documents that stand, while others work on them. */

import { defineCollection, type Collection, type Entity, type Store } from "@bourse/kernel";
import { Client } from "pg";
import { missingPostgres, startPostgres, type TestPostgres } from "test-postgres";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";

import { openPostgresStore } from "../src/index.ts";

interface Item extends Entity {
  readonly n: number;
  readonly code?: string;
}
const older = defineCollection<Item>()({ name: "items" });
const newer = defineCollection<Item>()({ name: "items", indexes: { by_n: { fields: ["n"] } } });
const unique = defineCollection<Item>()({
  name: "items",
  indexes: { by_code: { fields: ["code"], unique: true } },
});

const missing = missingPostgres();
const SOON = { timeout: 20_000, interval: 20 };
const GATE_LOCK = 99;
/** More than one batch. */
const DOCUMENTS = 1300;

describe.skipIf(missing !== null)("a new index", { timeout: 60_000 }, () => {
  let server: TestPostgres;
  let admin: Client;
  let schema = "";
  let schemas = 0;
  beforeAll(async () => {
    server = await startPostgres();
    admin = new Client(server.url());
    await admin.connect();
  }, 60_000);
  afterAll(async () => {
    await admin.end();
    await server.stop();
  });
  beforeEach(() => {
    schema = `built_${(schemas += 1)}`;
  });

  async function open(collection: Collection<Item, string>): Promise<Store> {
    const store = await openPostgresStore({ url: server.url(), schema, collections: [collection] });
    onTestFinished(() => store.close());
    return store;
  }

  /** A store of the older release, with documents whose ids are numbers of four digits. */
  async function filled(): Promise<Store> {
    const store = await open(older);
    await store.transaction(async (tx) => {
      for (let n = 0; n < DOCUMENTS; n += 1) await tx.insert(older, item(n));
    });
    return store;
  }

  const item = (n: number): Item => ({ id: String(n).padStart(4, "0"), n: n % 2 });

  /** Stops whoever gives the document `id` its keys, until the gate is opened; `arrived` waits for that. */
  async function closeGate(
    id: string,
  ): Promise<{ readonly arrived: () => Promise<unknown>; readonly open: () => Promise<unknown> }> {
    const keeper = new Client(server.url());
    await keeper.connect();
    onTestFinished(() => keeper.end());
    await keeper.query(`SELECT pg_advisory_lock(${GATE_LOCK})`);
    await admin.query(
      `CREATE FUNCTION ${schema}.gate() RETURNS trigger LANGUAGE plpgsql AS ` +
        `'BEGIN PERFORM pg_advisory_xact_lock(${GATE_LOCK}); RETURN NEW; END'; ` +
        `CREATE TRIGGER gate BEFORE UPDATE ON ${schema}.items FOR EACH ROW ` +
        `WHEN (NEW.id = '${id}') EXECUTE FUNCTION ${schema}.gate()`,
    );
    return {
      arrived: () => vi.waitUntil(async () => (await waiting()).length > 0, SOON),
      open: () => keeper.query(`SELECT pg_advisory_unlock(${GATE_LOCK})`),
    };
  }

  /** Server processes that wait at the gate. */
  async function waiting(): Promise<readonly number[]> {
    const { rows } = await admin.query(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${GATE_LOCK} AND NOT granted`,
    );
    return (rows as { readonly pid: number }[]).map(({ pid }) => pid);
  }

  async function indexes(): Promise<readonly string[]> {
    const { rows } = await admin.query(
      "SELECT indexname AS name FROM pg_indexes WHERE schemaname = $1 AND tablename = 'items'",
      [schema],
    );
    return (rows as { readonly name: string }[]).map(({ name }) => name).toSorted();
  }

  const withN = (store: Store, n: number): Promise<number> =>
    store.count(newer, { index: "by_n", equals: [n] });

  test("is built while others read and write, and finds what they have written", async () => {
    const old = await filled();
    const gate = await closeGate("0100");
    const opening = open(newer);
    await gate.arrived();
    expect((await old.get(older, "0001"))?.version).toBe(1);
    expect((await old.find(older, { limit: 10 })).items).toHaveLength(10);
    await old.insert(older, { id: "early", n: 7 });
    await old.replace(older, { id: "1200", n: 7 }, 1);
    await old.transaction((tx) => tx.insert(older, { id: "within", n: 7 }));
    await old.delete(older, "1201");
    expect(await waiting(), "the index is still being filled").toHaveLength(1);
    await gate.open();
    const fresh = await opening;
    expect(await withN(fresh, 7)).toBe(3);
    expect(await withN(fresh, 0)).toBe(DOCUMENTS / 2 - 1);
    expect(await withN(fresh, 1)).toBe(DOCUMENTS / 2 - 1);
    expect(await indexes()).toEqual(["items_by_n", "items_pkey"]);
  });

  test("whose process dies over it is completed by the next one, from where it was", async () => {
    const old = await filled();
    const gate = await closeGate("0700");
    const opening = open(newer);
    opening.catch(() => undefined);
    await gate.arrived();
    await admin.query("SELECT pg_terminate_backend($1)", [(await waiting())[0]]);
    await expect(opening).rejects.toMatchObject({ code: "STORE_IO" });
    expect(await indexes()).toEqual(["items_by_n_unfinished", "items_pkey"]);
    await old.insert(older, { id: "between", n: 7 });
    const keyed = await admin.query(
      `SELECT count(*)::int AS n FROM ${schema}.items WHERE key_by_n IS NOT NULL`,
    );
    expect(keyed.rows, "a batch, and the document of since").toEqual([{ n: 501 }]);
    await gate.open();
    const fresh = await open(newer);
    expect([await withN(fresh, 0), await withN(fresh, 1), await withN(fresh, 7)]).toEqual([
      DOCUMENTS / 2,
      DOCUMENTS / 2,
      1,
    ]);
    expect(await indexes()).toEqual(["items_by_n", "items_pkey"]);
  });

  test("that a crash has left invalid is made anew", async () => {
    await filled();
    await (await open(newer)).close();
    await admin.query(
      `ALTER INDEX ${schema}.items_by_n RENAME TO items_by_n_unfinished; ` +
        `UPDATE ${schema}.items SET key_by_n = NULL WHERE id < '0100'; ` +
        `UPDATE pg_index SET indisvalid = false WHERE indexrelid = '${schema}.items_by_n_unfinished'::regclass`,
    );
    const fresh = await open(newer);
    expect(await withN(fresh, 0)).toBe(DOCUMENTS / 2);
    expect(await indexes()).toEqual(["items_by_n", "items_pkey"]);
  });

  test("that documents of before collide in is taken back, and those that run go on without it", async () => {
    const old = await open(older);
    await old.insert(older, { id: "a", n: 1, code: "same" });
    await old.insert(older, { id: "b", n: 1, code: "same" });
    await expect(open(unique)).rejects.toMatchObject({
      code: "STORE_DUPLICATE",
      details: { collection: "items", index: "by_code" },
    });
    expect(await indexes()).toEqual(["items_pkey"]);
    await old.insert(older, { id: "c", n: 1, code: "same" });
    await old.replace(older, { id: "b", n: 1, code: "other" }, 1);
    await old.delete(older, "c");
    const fresh = await open(unique);
    await expect(fresh.insert(unique, { id: "d", n: 1, code: "same" })).rejects.toMatchObject({
      code: "STORE_DUPLICATE",
    });
  });

  test("that is unique is so for those who write while it is filled", async () => {
    const old = await filled();
    const gate = await closeGate("0100");
    const opening = open(unique);
    await gate.arrived();
    await old.insert(older, { id: "first", n: 1, code: "same" });
    await expect(old.insert(older, { id: "second", n: 1, code: "same" })).rejects.toMatchObject({
      code: "STORE_DUPLICATE",
    });
    await gate.open();
    expect(await (await opening).count(unique, { index: "by_code", equals: ["same"] })).toBe(1);
  });
});
