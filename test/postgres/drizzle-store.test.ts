/** The store over an app's own Drizzle passes the suite on PostgreSQL, and its example runs. */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import { storeConformance } from "@bourse/conformance/store";
import { defineCollection } from "@bourse/kernel";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { drizzleDatabase } from "../../examples/sql-store/drizzle.ts";
import { openSqlStore } from "../../examples/sql-store/open-sql-store.ts";
import { missingPostgres, startPostgres, type TestPostgres } from "./src/start-postgres.ts";

const items = defineCollection<{ readonly id: string; readonly amount: number }>()({
  name: "items",
  indexes: {},
});
const missing = missingPostgres();
const root = join(import.meta.dirname, "../..");

describe.skipIf(missing !== null)("a store in an app's Drizzle", () => {
  let postgres: TestPostgres;
  const pools = new Map<string, Pool>();
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 60_000);
  afterAll(async () => {
    for (const pool of pools.values()) await pool.end();
    await postgres.stop();
  });

  async function poolOf(place: string): Promise<Pool> {
    const schema = place.replaceAll("-", "_");
    const options = `-c search_path=${schema}`;
    const pool =
      pools.get(place) ?? new Pool({ connectionString: postgres.url(), options, max: 4 });
    pools.set(place, pool);
    await pool.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    return pool;
  }

  storeConformance({
    test,
    open: async (place, options) => {
      const db = drizzle({ client: await poolOf(place) });
      return await openSqlStore(drizzleDatabase(db), options);
    },
    // The database's own quotas bound it.
    bounded: false,
  });

  test("two processes that write at once lose no update", async () => {
    const open = async () =>
      openSqlStore(drizzleDatabase(drizzle({ client: await poolOf("two") })), {
        collections: [items],
      });
    const first = await open();
    const stores = [first, await open()];
    await first.insert(items, { id: "sum", amount: 0 });
    const adding = Array.from({ length: 40 }, (_, at) =>
      stores[at % 2]!.transaction(async (tx) => {
        const { value, version } = (await tx.get(items, "sum"))!;
        await tx.replace(items, { id: "sum", amount: value.amount + 1 }, version);
      }),
    );
    await Promise.all(adding);
    expect((await first.get(items, "sum"))?.value.amount).toBe(40);
    for (const store of stores) await store.close();
  });

  test("the example keeps an account and a row of the app together", async () => {
    const example = join(root, "examples/19-store-in-drizzle.ts");
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ["-C", "@bourse/source", example],
      { env: { ...process.env, DATABASE_URL: postgres.url() } },
    );
    expect(stderr).toBe("");
    expect(stdout).toBe("undone\n1 profile, 1 account\n");
  });
});
