/** Every query that a core can ask for is served by an index of its table. */

import { authCollections } from "@bourse/auth-core";
import { curationCollections } from "@bourse/curation-core";
import { deadLetterCollection, type Collection, type Entity } from "@bourse/kernel";
import { chainCollections, nodeCollections, peerCollections } from "@bourse/node-core";
import { openPostgresStore } from "@bourse/store-postgres";
import { backtestCollections } from "@bourse/trading-core";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { missingPostgres, startPostgres, type TestPostgres } from "./src/start-postgres.ts";

const CORES: Readonly<Record<string, readonly Collection<Entity>[]>> = {
  auth: authCollections,
  backtest: [...backtestCollections, deadLetterCollection],
  curation: curationCollections,
  node: [...nodeCollections, ...chainCollections, ...peerCollections],
};

const missing = missingPostgres();

describe.skipIf(missing !== null)("the queries of", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 60_000);
  afterAll(() => postgres.stop());

  test.each(Object.keys(CORES))("%s walk an index, in its order", async (schema) => {
    const collections = CORES[schema]!;
    const store = await openPostgresStore({ url: postgres.url(), schema, collections });
    const client = new Client(postgres.url());
    await client.connect();
    for (const collection of collections) {
      for (const index of [undefined, ...Object.keys(collection.indexes)]) {
        const named = index === undefined ? {} : { index };
        expect((await store.find(collection, { ...named, order: "desc" })).items).toEqual([]);
        expect(await store.count(collection, named)).toBe(0);
        const column = index === undefined ? "id" : `key_${index}`;
        const { rows } = await client.query(
          "SELECT i.indisunique, i.indisvalid FROM pg_index i JOIN pg_attribute a " +
            "ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0] " +
            "WHERE i.indrelid = to_regclass($1) AND a.attname = $2 AND i.indnatts = 1",
          [`${schema}."${collection.name}"`, column],
        );
        expect(rows, `${collection.name} by ${column}`).toEqual([
          { indisunique: true, indisvalid: true },
        ]);
      }
    }
    await client.query("SET enable_seqscan = off; SET enable_bitmapscan = off");
    for (const collection of collections) {
      for (const index of Object.keys(collection.indexes)) {
        const { rows } = await client.query(
          `EXPLAIN (COSTS OFF) SELECT id, document::text FROM ${schema}."${collection.name}" ` +
            `WHERE "key_${index}" >= '\\x00' AND "key_${index}" < '\\xff' ORDER BY "key_${index}" DESC LIMIT 10`,
        );
        const plan = rows.map((row) => Object.values(row as object).join("")).join("\n");
        expect(plan).toMatch(/^Limit\n\s+->\s+Index Scan Backward using /);
      }
    }
    await client.end();
    await store.close();
  });
});
