import { defineCollection, type Entity } from "@bourse/kernel";
import { Client } from "pg";
import { missingPostgres, startPostgres, type TestPostgres } from "test-postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { Connections } from "../src/connections.ts";
import { openPostgresStore } from "../src/index.ts";
import { Table } from "../src/table.ts";

const orders = defineCollection<
  Entity & { owner: string; at: number; code: string; note?: string }
>()({
  name: "orders",
  indexes: {
    by_owner: { fields: ["owner", "at"] },
    by_code: { fields: ["code"], unique: true },
    [`a_name_of_${"many_".repeat(6)}letters`]: { fields: ["at"] },
  },
});

const missing = missingPostgres();

describe.skipIf(missing !== null)("a schema of a PostgreSQL store", () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
    const store = await openPostgresStore({
      url: server.url(),
      schema: "shop",
      collections: [orders],
    });
    await store.insert(orders, { id: "order-1", owner: "ada", at: 1, code: "x" });
    await store.insert(orders, { id: "order-2", owner: "ben", at: 2, code: "y" });
    await store.close();
  }, 60_000);
  afterAll(() => server.stop());

  test("keeps large documents and bytes by the faster compression that the server has", async () => {
    const url = server.url();
    const store = await openPostgresStore({ url, schema: "shop", collections: [orders] });
    const note = "a long note ".repeat(10_000);
    const order = { id: "large", owner: "cas", at: 3, code: "z", note };
    await store.insert(orders, order, Buffer.from(note));
    await store.close();
    const client = new Client(url);
    await client.connect();
    const { rows } = await client.query(
      "SELECT pg_column_compression(document) AS document, pg_column_compression(bytes) AS bytes, " +
        "CASE WHEN 'lz4' = ANY (enumvals) THEN 'lz4' ELSE 'pglz' END AS fastest " +
        "FROM shop.orders, pg_settings WHERE id = 'large' AND name = 'default_toast_compression'",
    );
    await client.end();
    const { fastest } = rows[0] as { readonly fastest: string };
    expect(rows).toEqual([{ document: fastest, bytes: fastest, fastest }]);
  });

  test("is read by people: tables, ids and documents have their names", async () => {
    const client = new Client(server.url());
    await client.connect();
    const { rows } = await client.query(
      "SELECT id, document ->> 'owner' AS owner FROM shop.orders WHERE id = 'order-2'",
    );
    expect(rows).toEqual([{ id: "order-2", owner: "ben" }]);
    const tables = await client.query(
      "SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = 'shop' AND relkind = 'r' ORDER BY 1",
    );
    expect(tables.rows.map(({ relname }: { relname: string }) => relname)).toEqual([
      "_changes",
      "_collections",
      "_store",
      "orders",
    ]);
    await client.end();
  });

  test("finds and counts by its indexes in their order, without a scan of the table and without a sort", async () => {
    const connections = new Connections({
      url: server.url(),
      applicationName: "plans",
      poolSize: 2,
      connectTimeoutMilliseconds: 5000,
      statementTimeoutMilliseconds: 5000,
      transactionIdleMilliseconds: 5000,
    });
    const client = await connections.single(5000);
    const table = new Table("shop", { collection: orders, generation: 1 });
    const statements = [0, 1, 2, 3].flatMap((index) =>
      [true, false].flatMap((isBounded) => [
        table.find(index, "asc", isBounded),
        table.find(index, "desc", isBounded),
        table.count(index, isBounded),
      ]),
    );
    statements.push(
      table.get(),
      table.bytes(),
      table.replace(true),
      table.delete(true),
      table.why(),
    );
    for (const { text } of statements) {
      const plan = await client.query(`EXPLAIN (GENERIC_PLAN, COSTS OFF) ${text}`);
      const lines = plan.rows.map((row) => Object.values(row as object).join("")).join("\n");
      expect(lines, text).toMatch(/Index (?:Only )?Scan/);
      expect(lines, text).not.toMatch(/Seq Scan|Sort|Bitmap/);
    }
    await client.end();
    await connections.close();
  });
});
