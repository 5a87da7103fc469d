/** The conformance suite of stores, on a server of whatever version. */

import assert from "node:assert/strict";

import { storeConformance } from "@bourse/conformance/store";
import { Client } from "pg";
import { startPostgres, type TestPostgres } from "test-postgres";
import { afterAll, beforeAll, test } from "vitest";

import { openPostgresStore } from "../src/index.ts";

/** Runs the suite on a server of its own; `folder` as in `startPostgres`. Call it in a group of tests. */
export function postgresConformance(folder?: string): void {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres(folder === undefined ? {} : { folder });
  }, 60_000);
  afterAll(() => server.stop());

  const schemaOf = (place: string): string => place.replaceAll("-", "_");
  storeConformance({
    test,
    open: (place, options) =>
      openPostgresStore({ ...options, url: server.url(), schema: schemaOf(place) }),
    // The database's own quotas bound it.
    bounded: false,
    async alter(place, from, to) {
      const client = new Client(server.url());
      await client.connect();
      try {
        const { rowCount } = await client.query(
          `UPDATE ${schemaOf(place)}.items SET document = replace(document::text, $1, $2)::json ` +
            "WHERE document::text LIKE '%' || $1 || '%'",
          [from, to],
        );
        assert.ok(rowCount, `no document holds ${from}`);
      } finally {
        await client.end();
      }
    },
  });
}
